const FIRST_CAPACITY = 1 << 12;
const FILLED = 0.7;

/**
 * Numbers from 1 to 2^32 - 1 by a hash, for millions of records: it keeps eight bytes of each hash and the number, with
 * the room to grow 17 to 35 bytes, 25 MB for a million. Hashes of the same eight bytes are one.
 */
export class NumbersByDigest {
  #capacity = FIRST_CAPACITY;
  #keys = new BigUint64Array(FIRST_CAPACITY);
  #numbers = new Uint32Array(FIRST_CAPACITY);
  #used = 0;

  /** 0 when there is none. `digest` is a hash in hex, 16 digits or more. */
  get(digest: string): number {
    return this.#numbers[this.#slotOf(keyOf(digest))] ?? 0;
  }

  set(digest: string, number: number): void {
    if (this.#used > this.#capacity * FILLED) this.#grow();
    const key = keyOf(digest);
    const slot = this.#slotOf(key);
    if (this.#numbers[slot] === 0) {
      this.#keys[slot] = key;
      this.#used += 1;
    }
    this.#numbers[slot] = number;
  }

  #slotOf(key: bigint): number {
    const mask = this.#capacity - 1;
    let slot = Number(key & 0xffffffffn) & mask;
    while (this.#numbers[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#capacity *= 2;
    this.#keys = new BigUint64Array(this.#capacity);
    this.#numbers = new Uint32Array(this.#capacity);
    for (const [slot, number] of numbers.entries()) {
      if (number === 0) continue;
      const key = keys[slot]!;
      const place = this.#slotOf(key);
      this.#keys[place] = key;
      this.#numbers[place] = number;
    }
  }
}

const keyOf = (digest: string): bigint => BigInt(`0x${digest.slice(0, 16)}`);
