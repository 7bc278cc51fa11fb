import type { Blobs } from '../blobs/port.js';

/** A file that was sent, as far as it is looked at: never whole, unless it is small by its type. */
export interface SentFile {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` on, at most so many; fewer where the file ends. */
  read(this: void, start: number, length: number): Promise<Buffer>;
}

/** A blob, read piece by piece. */
export const sentFile = (
  blobs: Pick<Blobs, 'open'>,
  { sha256, size }: { readonly sha256: string; readonly size: number },
): SentFile => ({
  size,
  read: async (start, length) => {
    const end = Math.min(start + length, size) - 1;
    if (end < start) return Buffer.alloc(0);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await blobs.open(sha256, { start, end })) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  },
});
