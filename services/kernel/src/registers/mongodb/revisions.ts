import type { Collection } from 'mongodb';

/** The only document: up to where numbers were given out. */
export interface GivenRevisions {
  readonly _id: 'given';
  readonly upTo: number;
}

/** Taken at once, so that a write costs no second one for its number. */
const BLOCK = 1_000;
const MICROSECONDS = 1_000;

/**
 * Numbers that are given out once, to all processes together: each takes blocks of them, what is left of a block is lost
 * with the process. A block begins at the server's time in microseconds or behind the block before, whichever is more, so
 * that no number comes back either when the store was lost or put back from a backup. Below 2^53 until the year 2255.
 */
export class Revisions {
  #next = 1;
  #last = 0;
  #taking: Promise<void> | undefined;

  constructor(private readonly given: Collection<GivenRevisions>) {}

  async next(): Promise<number> {
    while (this.#next > this.#last) {
      this.#taking ??= this.#take().finally(() => (this.#taking = undefined));
      await this.#taking;
    }
    const revision = this.#next;
    this.#next += 1;
    return revision;
  }

  async #take(): Promise<void> {
    const nowInMicroseconds = { $multiply: [{ $toLong: '$$NOW' }, MICROSECONDS] };
    const block = await this.given.findOneAndUpdate(
      { _id: 'given' },
      [{ $set: { upTo: { $max: [{ $add: ['$upTo', BLOCK] }, nowInMicroseconds] } } }],
      { returnDocument: 'after' },
    );
    if (block === null) {
      // Not by an upsert of the call above: where two make it at once, the one that loses may be answered nothing.
      await this.given.updateOne({ _id: 'given' }, { $setOnInsert: { upTo: 0 } }, { upsert: true });
      return;
    }
    this.#last = block.upTo;
    this.#next = block.upTo - BLOCK + 1;
  }
}
