/** Smaller pieces are copied together. */
const SMALL = 1_024;
/** Where they are copied to. */
const PAGE = 16_384;

/**
 * Bytes that come in pieces of any size: a body that comes byte by byte takes no more memory than one that comes at
 * once, where a piece of one byte takes a hundred to keep.
 */
export class GatheredBytes {
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** What is left of the last page, and what of it was filled since it was last kept as a piece. */
  #page: Buffer = Buffer.alloc(0);
  #filled = 0;

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (piece.length >= SMALL) {
      this.#keepFilled();
      this.#pieces.push(piece);
      return;
    }
    if (this.#filled + piece.length > this.#page.length) {
      this.#keepFilled();
      this.#page = Buffer.allocUnsafe(PAGE);
    }
    piece.copy(this.#page, this.#filled);
    this.#filled += piece.length;
  }

  /** All of them, in one piece; nothing is added after that. */
  whole(): Buffer {
    this.#keepFilled();
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces, this.#size);
  }

  #keepFilled(): void {
    if (this.#filled === 0) return;
    this.#pieces.push(this.#page.subarray(0, this.#filled));
    this.#page = this.#page.subarray(this.#filled);
    this.#filled = 0;
  }
}
