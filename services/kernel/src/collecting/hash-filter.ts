const BITS = 2 ** 25;
const DIGITS = 8;
const WORDS = [0, 1, 2, 3];

/**
 * A set of SHA-256 in 4 MB, however many are in it. It never says that one is missing which was added; of a million it
 * takes one in ten thousand others for one of them, of ten millions one in four. Hashes are random, so that they need no
 * further hashing.
 */
export class HashFilter {
  readonly #bits = new Uint8Array(BITS / 8);

  add(hash: string): void {
    for (const word of WORDS) {
      const bit = bitOf(hash, word);
      this.#bits[bit >> 3]! |= 1 << (bit & 7);
    }
  }

  has(hash: string): boolean {
    return WORDS.every((word) => {
      const bit = bitOf(hash, word);
      return (this.#bits[bit >> 3]! & (1 << (bit & 7))) !== 0;
    });
  }
}

const bitOf = (hash: string, word: number): number =>
  Number.parseInt(hash.slice(word * DIGITS, (word + 1) * DIGITS), 16) % BITS;
