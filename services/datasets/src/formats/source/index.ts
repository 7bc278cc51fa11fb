import type { Source } from '../format.js';
import { openArchive } from './archive.js';
import { archiveLimits, type ArchiveLimits } from './safe-archive.js';

export { ArchiveUnsafe, archiveLimits, type ArchiveLimits } from './safe-archive.js';

/** An upload: bytes that can be read from the start as often as they are needed. */
export interface Uploaded {
  readonly name: string;
  readonly size: number;
  open(
    this: void,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array>>;
}

/** Opens an upload as one file or as an archive, by its first bytes. Throws `ArchiveUnsafe`. Close it when done. */
export const openSource = async (upload: Uploaded, limits: ArchiveLimits = archiveLimits): Promise<Source> =>
  (await isZip(upload)) ? openArchive(upload.name, await upload.open(), limits) : plainSource(upload);

const isZip = async (upload: Uploaded): Promise<boolean> => {
  if (upload.size < 4) return false;
  const start = await firstBytes(await upload.open({ start: 0, end: 3 }));
  return (
    start.toString('latin1').startsWith('PK\x03\x04') || start.toString('latin1').startsWith('PK\x05\x06')
  );
};

const firstBytes = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const plainSource = (upload: Uploaded): Source => {
  const file = upload.name === '' ? 'file' : upload.name;
  return {
    name: upload.name,
    archive: false,
    names: () => [file],
    has: (name) => name === file,
    size: () => upload.size,
    open: () => upload.open(),
    close: async () => undefined,
  };
};
