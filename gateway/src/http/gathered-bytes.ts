/**
 * Bytes that come in pieces of any size, kept in one piece: a body that comes byte by byte takes no more memory than
 * one that comes at once (a piece of one byte takes a hundred to keep).
 */
export class GatheredBytes {
  /** Twice as large whenever it is full; what came first is kept as it is until more comes. */
  #bytes: Buffer = Buffer.alloc(0);
  #size = 0;

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (this.#size === 0) this.#bytes = piece;
    else {
      if (size > this.#bytes.length || this.#size === this.#bytes.length) this.#grow(size);
      piece.copy(this.#bytes, this.#size);
    }
    this.#size = size;
  }

  /** All of them so far. */
  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(LEAST, least, this.#size * 2));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}

const LEAST = 4_096;
