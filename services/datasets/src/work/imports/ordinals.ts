const FIRST_CAPACITY = 1 << 12;
const FILLED = 0.7;

/** So many records one import may have; it bounds what is remembered of them to 200 MB. */
export const MOST_RECORDS = 10_000_000;

/**
 * Counts equals among the records of an import: the first of its kind is 0, the next 1. Of each kind it keeps eight
 * bytes of its hash and a number: with the room to grow 17 to 35 bytes, 25 MB for a million. Kinds whose eight bytes are the same
 * count as equals; their items have other ids all the same, and the same ones each time.
 */
export class Ordinals {
  #capacity = FIRST_CAPACITY;
  #keys = new BigUint64Array(FIRST_CAPACITY);
  #counts = new Uint32Array(FIRST_CAPACITY);
  #used = 0;

  /** How many of this kind were before. `digest` is a hash in hex, 16 digits or more. */
  next(digest: string): number {
    if (this.#used > this.#capacity * FILLED) this.#grow();
    const key = BigInt(`0x${digest.slice(0, 16)}`);
    const slot = this.#slotOf(key);
    const count = this.#counts[slot]!;
    if (count === 0) {
      this.#keys[slot] = key;
      this.#used += 1;
    }
    this.#counts[slot] = count + 1;
    return count;
  }

  #slotOf(key: bigint): number {
    const mask = this.#capacity - 1;
    let slot = Number(key & 0xffffffffn) & mask;
    while (this.#counts[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, counts] = [this.#keys, this.#counts];
    this.#capacity *= 2;
    this.#keys = new BigUint64Array(this.#capacity);
    this.#counts = new Uint32Array(this.#capacity);
    for (const [slot, count] of counts.entries()) {
      if (count === 0) continue;
      const key = keys[slot]!;
      const place = this.#slotOf(key);
      this.#keys[place] = key;
      this.#counts[place] = count;
    }
  }
}
