import { NumbersByDigest } from '@cairn/kernel';

/** So many records one import may have; it bounds what is remembered of them to 200 MB. */
export const MOST_RECORDS = 10_000_000;

/**
 * Counts equals among the records of an import: the first of its kind is 0, the next 1. Kinds whose hashes begin alike
 * count as equals; their items have other ids all the same, and the same ones each time.
 */
export class Ordinals {
  readonly #counts = new NumbersByDigest();

  /** How many of this kind were before. `digest` is a hash in hex, 16 digits or more. */
  next(digest: string): number {
    const count = this.#counts.get(digest);
    this.#counts.set(digest, count + 1);
    return count;
  }
}
