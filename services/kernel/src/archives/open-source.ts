import { openArchive, type Unpacking } from './archive.js';
import { isWorkbook, PackedOtherwise, refusePacked, START_BYTES } from './packed.js';
import { archiveLimits, type ArchiveLimits } from './safe-archive.js';
import type { Source } from '../files/source.js';

/** An upload: bytes that can be read from the start as often as they are needed. */
export interface Uploaded {
  readonly name: string;
  readonly size: number;
  /** Of the text, in the words of `TextDecoder`. */
  readonly charset?: string;
  open(
    this: void,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array>>;
}

/** How an upload is opened. */
export interface SourceOptions {
  /** Those of archives unless said otherwise. */
  readonly limits?: ArchiveLimits;
  readonly unpacking?: Unpacking;
  /** What is packed with gzip is one file, which who reads it unpacks; else it is refused. */
  readonly isGzipRead?: boolean;
}

/** Opens an upload as one file or as an archive, by its first bytes. Throws `ArchiveUnsafe`, `PackedOtherwise`. Close it when done. */
export const openSource = async (
  upload: Uploaded,
  { limits = archiveLimits, unpacking, isGzipRead = false }: SourceOptions = {},
): Promise<Source> => {
  const start = await firstBytes(upload);
  if (!isZip(start)) {
    refusePacked(start, isGzipRead);
    return plainSource(upload);
  }
  const source = await openArchive(upload.name, () => upload.open(), limits, unpacking);
  if (!isWorkbook(source.names())) return source;
  await source.close();
  throw new PackedOtherwise('an Excel workbook: save the sheet as CSV in UTF-8');
};

const isZip = (start: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1', 0, 4));

const firstBytes = async ({ size, open }: Uploaded): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  const end = Math.min(size, START_BYTES) - 1;
  if (end >= 0) for await (const chunk of await open({ start: 0, end })) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const plainSource = (upload: Uploaded): Source => {
  const file = upload.name === '' ? 'file' : upload.name;
  return {
    name: upload.name,
    archive: false,
    ...(upload.charset === undefined ? {} : { charset: upload.charset }),
    names: () => [file],
    has: (name) => name === file,
    size: () => upload.size,
    open: () => upload.open(),
    close: async () => undefined,
  };
};
