import type { StoredEvent } from '../log/event.js';
import type { EventLog } from '../log/event-log.js';
import { firstReadable, type From } from '../log/reads.js';
import { streamDeleted } from '../wire/refusal.js';
import type { EventFilter } from './event-filter.js';
import type { ReadRequest } from './read-request.js';

/** One step of a subscription: an event, the position of a checkpoint, or an event that the filter leaves out. */
export type Step = { readonly event: StoredEvent } | { readonly checkpoint: number } | 'considered';

/** Where a subscription stands. */
export interface SubscriptionSource {
  /** `undefined` when there is nothing more for now. Throws a `Refusal` when there never will be. */
  next(): Step | undefined;
  /** How many events lie ahead. */
  ahead(): number;
}

/** Begins after what the request names. */
export const sourceOf = (log: EventLog, { stream, from, filter }: ReadRequest): SubscriptionSource =>
  stream === undefined ? new AllSource(log, from, filter) : new StreamSource(log, stream, from);

class AllSource implements SubscriptionSource {
  private index: number;
  private considered = 0;
  private checkpoint: number | undefined;

  constructor(
    private readonly log: EventLog,
    from: From,
    private readonly filter: EventFilter,
  ) {
    this.index = from === 'start' ? 0 : from === 'end' ? log.length : behind(log, from);
  }

  next(): Step | undefined {
    if (this.checkpoint !== undefined) return this.takeCheckpoint(this.checkpoint);
    this.index = this.log.keptFrom(this.index);
    const event = this.log.at(this.index);
    if (event === undefined) return undefined;
    this.index += 1;
    this.considered += 1;
    if (this.considered >= this.filter.checkpointEvery) this.checkpoint = event.position;
    return this.filter.matches(event) ? { event } : 'considered';
  }

  ahead(): number {
    return this.log.length - this.index;
  }

  private takeCheckpoint(checkpoint: number): Step {
    this.checkpoint = undefined;
    this.considered = 0;
    return { checkpoint };
  }
}

/**
 * The server reads one record at or behind the position and begins behind it. So it leaves one out when the record of
 * the position was removed.
 */
const behind = (log: EventLog, position: number): number =>
  Math.min(log.keptFrom(log.indexFrom(position)) + 1, log.length);

class StreamSource implements SubscriptionSource {
  private revision: number;
  /** Whether it has been told that the stream has ended, or never will be, since the stream had before. */
  private ended: boolean;

  constructor(
    private readonly log: EventLog,
    private readonly stream: string,
    from: From,
  ) {
    const start = from === 'start' ? 0 : from === 'end' ? log.streamLength(stream) : from + 1;
    this.ended = log.tombstone(stream) !== undefined;
    this.revision = Math.max(start, Math.min(firstReadable(log, stream), log.streamLength(stream)));
  }

  next(): Step | undefined {
    const event = this.ended ? undefined : this.nextEvent();
    if (event !== undefined) return { event };
    if (this.ended) throw streamDeleted(this.stream);
    const tombstone = this.log.tombstone(this.stream);
    this.ended = tombstone !== undefined;
    return tombstone && { event: tombstone };
  }

  private nextEvent(): StoredEvent | undefined {
    while (this.revision < this.log.streamLength(this.stream)) {
      const event = this.log.ofStream(this.stream, this.revision);
      this.revision += 1;
      if (event !== undefined) return event;
    }
    return undefined;
  }

  ahead(): number {
    return this.log.streamLength(this.stream) - this.revision;
  }
}
