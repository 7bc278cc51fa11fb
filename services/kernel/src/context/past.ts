import { heapBytes } from '../domain/heap-size.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { KeptFolds } from './kept-folds.js';

/** How much of the past: events, and rows of today that a list looks at for them; bytes that they take in memory. */
export interface PastAmount {
  readonly events: number;
  readonly bytes: number;
}

/** What one request may read of the past. */
export class PastBudget {
  #events = 0;
  #bytes = 0;

  /**
   * `most`: without a bound where it names none. `onRead` is told after each read how much it is in all; what it throws
   * ends the request.
   */
  constructor(
    private readonly most: Partial<PastAmount>,
    private readonly onRead: (read: PastAmount) => void = () => undefined,
  ) {}

  /** A list ends its page, and a count is told as it is. What cannot be told in part is read to its end. */
  get isSpent(): boolean {
    return this.left.events === 0 || this.left.bytes === 0;
  }

  get left(): PastAmount {
    return {
      events: Math.max((this.most.events ?? Number.POSITIVE_INFINITY) - this.#events, 0),
      bytes: Math.max((this.most.bytes ?? Number.POSITIVE_INFINITY) - this.#bytes, 0),
    };
  }

  spend(events: number, bytes = 0): void {
    this.#events += events;
    this.#bytes += bytes;
    this.onRead({ events: this.#events, bytes: this.#bytes });
  }

  /** Events that were read. */
  spendOn(events: readonly RecordedEvent[]): void {
    this.spend(
      events.length,
      events.reduce((sum, { data }) => sum + heapBytes(data), 0),
    );
  }
}

/** What reads of the past have beside the log. */
export interface PastReads {
  readonly budget: PastBudget;
  readonly kept: KeptFolds;
}

/** For who reads the past for itself: without a bound, and keeping nothing. */
export const unboundedPast = (): PastReads => ({
  budget: new PastBudget({}),
  kept: new KeptFolds(1),
});
