import type { Readable } from 'node:stream';
import { Unavailable } from '../errors/cairn-error.js';

/** Bytes, content addressed: the name of a blob is the SHA-256 of what it holds, 64 hex digits. */
export interface BlobInfo {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export interface Blobs {
  /**
   * Streams in; answers when the bytes are durable. A hash that is known already is touched and answered the same.
   * Nothing stays when the stream fails. Throws `BlobTooLarge` when more than `maxBytes` come, without reading on.
   */
  put(content: AsyncIterable<Uint8Array>, options: { readonly maxBytes: number }): Promise<BlobInfo>;
  /** The bytes from `start` to `end` inclusive, as far as there are any, or all. Throws `BlobMissing`. */
  open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  info(sha256: string): Promise<BlobInfo | undefined>;
  /**
   * Removes blobs that nothing refers to and that were last touched before that time (ms since 1970), and what was
   * begun before it and never finished. Answers how many blobs. One caller at a time collects.
   */
  collect(options: {
    readonly isReferenced: (sha256: string) => Promise<boolean>;
    readonly untouchedSince: number;
  }): Promise<number>;
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
}
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
}
/** The store cannot be reached now, or refuses: nothing is said about the blob. What was put may be there all the same. */
export class BlobsUnavailable extends Unavailable {
  override readonly name = 'BlobsUnavailable';
}
