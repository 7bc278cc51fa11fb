import type { Change, Collection, Documents } from '../documents/port.js';
import { timestamp } from '../clock/port.js';
import { pagesOf } from '../reading/paging.js';
import type { DamagedRecord, Position, RecordedEvent, StreamName } from '../eventlog/port.js';

/** A stream of which an event could not be projected; this and what follows waits for a replay. */
export interface ParkedStream {
  readonly stream: StreamName;
  /** Of the first event that waits, decimal; so are the next three. */
  readonly revision: string;
  /** Empty, as the type may be, when the record is damaged and it cannot be told. */
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

/** What is told of an event that could not be projected, or not be read. */
export const parkedBy = (recorded: Omit<DamagedRecord, 'reason'>, error: unknown): ParkedStream => ({
  stream: recorded.stream,
  revision: recorded.revision.toString(),
  event_id: recorded.id,
  type: recorded.type,
  position: recorded.position,
  reason: error instanceof Error ? error.message : String(error),
  parked_at: timestamp(Date.now()),
});

/** So many streams a projection parks: more of them are no poison events, but a bug. */
export const MOST_PARKED = 10_000;
/** Parked streams that are read at once. */
const PAGE = 1_000;

/** Nothing may be projected past an event whose stream cannot be parked any more. */
export class TooManyParked extends Error {
  override readonly name = 'TooManyParked';
}

/** A replay in another process moves no checkpoint: who looks on asks after it this often, while something is parked. */
const REPLAYED_AFTER_MS = 1_000;

/** The streams that a projection has parked. */
export class ParkedStreams {
  #streams = new Map<StreamName, ParkedStream>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly projection: string) {}

  get all(): readonly ParkedStream[] {
    return [...this.#streams.values()];
  }
  has(stream: StreamName): boolean {
    return this.#streams.has(stream);
  }

  of(stream: StreamName): ParkedStream | undefined {
    return this.#streams.get(stream);
  }

  /** A stream that is parked stays so: its later events wait behind the first that failed. */
  holds({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): boolean {
    const parked = this.#streams.get(stream);
    return parked !== undefined && revision >= BigInt(parked.revision);
  }

  /** Parks the stream of an event, or tells another reason why it stays so; the change that says so. */
  park(parked: ParkedStream): Change {
    if (this.#streams.size >= MOST_PARKED && !this.has(parked.stream))
      throw new TooManyParked(`${MOST_PARKED} streams of ${this.projection} are parked`);
    this.#streams.set(parked.stream, parked);
    return parkChange(this.projection, parked);
  }

  /** Lets a stream go on; the change that says so. */
  release(stream: StreamName): Change {
    this.#streams.delete(stream);
    return { kind: 'remove', collection: parkedCollection(this.projection).name, id: stream };
  }

  /** What says that streams are parked of which the first event that waits stands behind a position. */
  behind(position: Position): readonly Change[] {
    const some = this.all.filter((parked) => parked.position > position);
    return some.map((parked) => parkChange(this.projection, parked));
  }

  /** As they are stored beside the documents that are read. */
  async read(documents: Documents): Promise<Map<StreamName, ParkedStream>> {
    const { name } = parkedCollection(this.projection);
    const found = new Map<StreamName, ParkedStream>();
    for await (const page of pagesOf(documents, name, {}, PAGE, 'parked_at'))
      for (const document of page) found.set(document.id, parkedFrom(document));
    return found;
  }

  /** Knows of a stream what is stored of it. */
  async readAgain(documents: Documents, stream: StreamName): Promise<ParkedStream | undefined> {
    const stored = await documents.get(parkedCollection(this.projection).name, stream);
    const parked = stored === undefined ? undefined : parkedFrom(stored);
    if (parked === undefined) this.#streams.delete(stream);
    else this.#streams.set(stream, parked);
    return parked;
  }

  /** Takes what was read for what is parked. */
  become(streams: Map<StreamName, ParkedStream>): void {
    this.#streams = streams;
    this.#readAt = performance.now();
  }

  /** Whether something is parked, and was so for a while: another process may have let it go since. */
  get mayBeReplayed(): boolean {
    return this.#streams.size > 0 && performance.now() - this.#readAt > REPLAYED_AFTER_MS;
  }
}

/** The change that tells of a parked stream. */
export const parkChange = (projection: string, parked: ParkedStream): Change => ({
  kind: 'put',
  collection: parkedCollection(projection).name,
  document: { id: parked.stream, ...parked },
});

const parkedFrom = (document: Readonly<Record<string, unknown>>): ParkedStream => ({
  stream: String(document['stream']),
  revision: String(document['revision']),
  event_id: String(document['event_id']),
  type: String(document['type']),
  position: String(document['position']),
  reason: String(document['reason']),
  parked_at: String(document['parked_at']),
});
