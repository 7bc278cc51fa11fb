/** What of a page fits into so many bytes: its first document always does. */
export class ByteBound {
  #bytes = 0;
  #isBegun = false;

  constructor(private readonly most: number) {}

  /** Bytes of what was taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a document of so many bytes, if it fits. */
  takes(bytes: number): boolean {
    if (this.#isBegun && this.#bytes + bytes > this.most) return false;
    this.#isBegun = true;
    this.#bytes += bytes;
    return true;
  }
}
