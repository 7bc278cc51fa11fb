import { applyChanges, type DocumentMaps } from '../documents/memory.js';
import type { Change, Document } from '../documents/port.js';
import { eventRegistry } from '../domain/registry.js';
import { START } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import { projected, type Projection } from '../projection/projection.js';
import type { Embedded } from './embedded.js';

/** Where the events are. */
export interface EventSource extends Pick<Embedded, 'log' | 'vault'> {
  readonly categories: readonly string[];
}

const eventsOf = async (log: EventLog, categories: readonly string[]): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (let after = START; ;) {
    const batch = await log.readAll({ after, categories, limit: 10_000 });
    events.push(...batch.events);
    if (batch.caughtUp) return events;
    after = batch.position;
  }
};

/** Every change that some projections make of the whole log, in its order, with the stream that it comes from. */
const changesOf = async (
  projections: readonly Projection[],
  { log, vault, categories }: EventSource,
): Promise<readonly { readonly stream: string; readonly change: Change }[]> => {
  const events = await eventsOf(log, categories);
  const changes: { stream: string; change: Change }[] = [];
  for (const projection of projections) {
    const registry = eventRegistry([projection]);
    for (const recorded of events) {
      const seen = await projected(registry, recorded, vault);
      if (seen === undefined) continue;
      for (const change of projection.project(seen.event, seen))
        changes.push({ stream: recorded.stream, change });
    }
  }
  return changes;
};

/** The documents that some projections make of the whole log, in memory. */
export const documentsOf = async (
  projections: readonly Projection[],
  source: EventSource,
): Promise<DocumentMaps> => {
  const documents: DocumentMaps = new Map<string, Map<string, Document>>();
  for (const { change } of await changesOf(projections, source)) applyChanges(documents, [change]);
  return documents;
};

/** A document with the streams that changed it. */
export interface Fed {
  readonly collection: string;
  readonly id: string;
  readonly streams: ReadonlySet<string>;
  /** What was put, patched or removed of it; `*` for the whole document. What was added to is not among these. */
  readonly fields: ReadonlySet<string>;
}

/** Which streams change which documents (law 7: one each, but for what is counted). */
export const feedersOf = async (
  projections: readonly Projection[],
  source: EventSource,
): Promise<readonly Fed[]> => {
  const fed = new Map<
    string,
    { collection: string; id: string; streams: Set<string>; fields: Set<string> }
  >();
  for (const { stream, change } of await changesOf(projections, source)) {
    const { collection } = change;
    const id = change.kind === 'put' ? change.document.id : change.id;
    const one = fed.get(`${collection}/${id}`) ?? { collection, id, streams: new Set(), fields: new Set() };
    fed.set(`${collection}/${id}`, one);
    one.streams.add(stream);
    for (const field of fieldsSet(change)) one.fields.add(field);
  }
  return [...fed.values()];
};

const fieldsSet = (change: Change): readonly string[] => {
  switch (change.kind) {
    case 'put':
    case 'remove':
      return ['*'];
    case 'patch':
      return Object.keys(change.fields);
    case 'increment':
      return [];
  }
};
