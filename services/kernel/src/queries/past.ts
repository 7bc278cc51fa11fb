import { KeptFolds } from './kept-folds.js';

/** What one request may read of the past: events of streams, and the rows of today that a list looks at for them. */
export class PastBudget {
  #read = 0;

  /** `onRead` is told after each read how many it is in all; what it throws ends the request. */
  constructor(
    private readonly most: number,
    private readonly onRead: (read: number) => void = () => undefined,
  ) {}

  /** A list ends its page, and a count is told as it is. What cannot be told in part is read to its end. */
  get isSpent(): boolean {
    return this.#read >= this.most;
  }

  get left(): number {
    return Math.max(this.most - this.#read, 0);
  }

  spend(read: number): void {
    this.#read += read;
    this.onRead(this.#read);
  }
}

/** What reads of the past have beside the log. */
export interface PastReads {
  readonly budget: PastBudget;
  readonly kept: KeptFolds;
}

/** For who reads the past for itself: without a bound, and keeping nothing. */
export const unboundedPast = (): PastReads => ({
  budget: new PastBudget(Number.POSITIVE_INFINITY),
  kept: new KeptFolds(1),
});
