/** What is uploaded: one file, or the files of an archive. */
export interface Source {
  /** As the client named the upload; `''` when it did not. */
  readonly name: string;
  readonly archive: boolean;
  /** Of a single file, as the client named it, in the words of `TextDecoder`. */
  readonly charset?: string;
  /** Paths in the archive's order; the one file otherwise. */
  names(): readonly string[];
  has(name: string): boolean;
  /** Throws `SourceDamaged` while it is read when the archive lies about it. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Bytes, unpacked. */
  size(name: string): number;
  close(): Promise<void>;
}

/** The upload cannot be read as what it says it is. */
export class SourceDamaged extends Error {
  override readonly name = 'SourceDamaged';
}
