import { timestamp } from '../clock/port.js';
import type { Position, StreamName } from '../base/position.js';
import type { DamagedRecord, RecordedEvent } from '../eventlog/port.js';
import type { Parking, ParkedStream, ProjectionTarget } from '../targets/port.js';

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
  park(parked: ParkedStream): Parking {
    if (this.#streams.size >= MOST_PARKED && !this.has(parked.stream))
      throw new TooManyParked(`${MOST_PARKED} streams of ${this.projection} are parked`);
    this.#streams.set(parked.stream, parked);
    return { kind: 'park', parked };
  }

  /** Lets a stream go on; the change that says so. */
  release(stream: StreamName): Parking {
    this.#streams.delete(stream);
    return { kind: 'release', stream };
  }

  /** What says that streams are parked of which the first event that waits stands behind a position. */
  behind(position: Position): readonly Parking[] {
    const some = this.all.filter((parked) => parked.position > position);
    return some.map((parked) => ({ kind: 'park', parked }));
  }

  /** As they are stored in the generation that is read. */
  async read(target: Pick<ProjectionTarget<never>, 'parked'>): Promise<Map<StreamName, ParkedStream>> {
    const found = new Map<StreamName, ParkedStream>();
    for await (const some of target.parked()) for (const parked of some) found.set(parked.stream, parked);
    return found;
  }

  /** Knows of a stream what is stored of it. */
  async readAgain(
    target: Pick<ProjectionTarget<never>, 'parkedAt'>,
    stream: StreamName,
  ): Promise<ParkedStream | undefined> {
    const parked = await target.parkedAt(stream);
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
