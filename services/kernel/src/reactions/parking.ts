import type { Change, Collection, Documents, Generation } from '../documents/port.js';
import { timestamp } from '../clock/port.js';
import type { Position, RecordedEvent, StreamName } from '../eventlog/port.js';

/** A stream of which an event could not be projected; this and what follows waits for a replay. */
export interface ParkedStream {
  readonly stream: StreamName;
  /** Of the first event that waits, decimal; so are the next three. */
  readonly revision: string;
  readonly event_id: string;
  /** Stored type. */
  readonly type: string;
  readonly position: Position;
  readonly reason: string;
  readonly parked_at: string;
}

/** Parked streams stand beside the documents of their projection, so that both change in one transaction. */
export const parkedCollection = (projection: string): Collection => ({
  name: `parked_${projection.replaceAll(/[^a-z0-9]/gi, '_')}`,
  indexes: [{ kind: 'compound', fields: ['parked_at'] }],
});

/** What is told of an event that could not be projected. */
export const parkedBy = (recorded: RecordedEvent, error: unknown): ParkedStream => ({
  stream: recorded.stream,
  revision: recorded.revision.toString(),
  event_id: recorded.id,
  type: recorded.type,
  position: recorded.position,
  reason: error instanceof Error ? error.message : String(error),
  parked_at: timestamp(Date.now()),
});

export const parkChange = (projection: string, parked: ParkedStream): Change => ({
  kind: 'put',
  collection: parkedCollection(projection).name,
  document: { id: parked.stream, ...parked },
});

const MOST = 10_000;

/** What is parked now. A generation that is being built begins with nothing. */
export const parkedStreams = async (
  documents: Documents,
  projection: string,
  generation: Generation,
): Promise<Map<StreamName, ParkedStream>> => {
  if (generation === 'next') return new Map();
  const found = await documents.find(parkedCollection(projection).name, {
    filter: {},
    sort: 'parked_at',
    limit: MOST,
  });
  return new Map(found.map((document) => [document.id, parkedFrom(document)]));
};

const parkedFrom = (document: Readonly<Record<string, unknown>>): ParkedStream => ({
  stream: String(document['stream']),
  revision: String(document['revision']),
  event_id: String(document['event_id']),
  type: String(document['type']),
  position: String(document['position']),
  reason: String(document['reason']),
  parked_at: String(document['parked_at']),
});
