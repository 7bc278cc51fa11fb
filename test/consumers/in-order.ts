/** What a message says about its place: headers of the envelope. */
export interface Placed {
  readonly key: string;
  /** 20 digits: compares as text. */
  readonly sequence: string;
}

/**
 * Whether a message is new: what has a `ce_sequence` that was seen for its key is dropped, for delivery is at least once.
 * A message that skips a sequence means that this reader is wrong (it does not read committed, or began in the middle).
 * A consumer that keeps its state in a database keeps this there too, in the same transaction.
 */
export class InOrder {
  readonly #seen = new Map<string, bigint>();

  isNew({ key, sequence }: Placed): boolean {
    const place = BigInt(sequence);
    const next = (this.#seen.get(key) ?? -1n) + 1n;
    if (place < next) return false;
    if (place > next) throw new Error(`${key}: ${place} came where ${next} was to come`);
    this.#seen.set(key, place);
    return true;
  }
}
