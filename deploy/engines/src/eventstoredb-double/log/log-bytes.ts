const CHUNK_BYTES = 8 * 1024 * 1024;

interface Chunk {
  /** Offset in the log of its first byte. */
  readonly base: number;
  readonly bytes: Buffer;
}

/** The bytes of the log as they lie in its file, in chunks; no frame lies in two of them. */
export class LogBytes {
  private readonly chunks: Chunk[] = [];
  /** Where in the last chunk the next frame may be written; its end when nothing may be. */
  private writable = 0;

  constructor(private end: number) {}

  /** Offset in the log behind the last byte. */
  get length(): number {
    return this.end;
  }

  /** Room for a frame behind everything else. */
  reserve(length: number): Buffer {
    const last = this.chunks.at(-1);
    const fits = last !== undefined && this.writable + length <= last.bytes.length;
    if (!fits) {
      this.chunks.push({ base: this.end, bytes: Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, length)) });
      this.writable = 0;
    }
    const room = this.chunks.at(-1)!.bytes.subarray(this.writable, this.writable + length);
    this.writable += length;
    this.end += length;
    return room;
  }

  /** Takes over bytes that were read from a file, which go on where the last ended. */
  adopt(bytes: Buffer): void {
    this.chunks.push({ base: this.end, bytes });
    this.writable = bytes.length;
    this.end += bytes.length;
  }

  /** The bytes that follow the offset, at least to the end of its frame. */
  from(offset: number): Buffer {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.chunks[middle]!.base <= offset) low = middle;
      else high = middle - 1;
    }
    const { base, bytes } = this.chunks[low]!;
    return bytes.subarray(offset - base);
  }
}
