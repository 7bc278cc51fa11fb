import { close, createWriteStream, open as openDescriptor, read } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { fromFdPromise, type ZipFile } from 'yauzl';
import { isTransient } from '../errors/cairn-error.js';
import { type Source, SourceDamaged } from '../files/source.js';
import { type ArchiveLimits, ArchiveUnsafe } from './safe-archive.js';
import { type IndexedEntry, indexOf, isUnmeant } from './zip-index.js';

/** What the copy of an archive goes through on its way into a folder: who watches over its disk. */
export type Unpacking = (content: AsyncIterable<Uint8Array>, folder: string) => AsyncIterable<Uint8Array>;

/**
 * An archive, copied to a temporary file because a zip is read from its end. The file has no name while it is read, so
 * that nothing of it stays whatever happens. Throws `ArchiveUnsafe`, also for what is no zip at all; what the disk refuses
 * is thrown as it is.
 */
export const openArchive = async (
  name: string,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  limits: ArchiveLimits,
  unpacking: Unpacking = (bytes) => bytes,
): Promise<Source> => {
  const { fd, size } = await namelessCopy(async function* () {
    yield* unpacking(await open(), tmpdir());
  });
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(fd, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: true,
    });
  } catch (error) {
    await closeFile(fd);
    if (isTransient(error)) throw error;
    throw new ArchiveUnsafe('the file is not a zip that can be read', { cause: error });
  }
  try {
    return sourceOf(name, { zip, fd }, await indexOf(zip, size, limits));
  } catch (error) {
    zip.close();
    if (error instanceof ArchiveUnsafe || isTransient(error)) throw error;
    throw new ArchiveUnsafe(error instanceof Error ? error.message : 'the archive is damaged', {
      cause: error,
    });
  }
};

const closeFile = promisify(close);
const readFile = promisify(read);
const openFile: (path: string, flags: string) => Promise<number> = promisify(openDescriptor);

/** The content is opened once there is a place for it: what is opened and not read stays open. */
const namelessCopy = async (
  content: () => AsyncIterable<Uint8Array>,
): Promise<{ readonly fd: number; readonly size: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-archive-'));
  let fd: number | undefined;
  try {
    const path = join(folder, 'upload.zip');
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const { size } = await stat(path);
    fd = await openFile(path, 'r');
    await rm(folder, { recursive: true, force: true });
    return { fd, size };
  } catch (error) {
    if (fd !== undefined) await closeFile(fd);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

interface Opened {
  readonly zip: ZipFile;
  readonly fd: number;
}

const sourceOf = (name: string, opened: Opened, index: ReadonlyMap<string, IndexedEntry>): Source => {
  const names = [...index.keys()].filter((path) => !isUnmeant(path));
  const entryOf = (path: string): IndexedEntry => {
    const entry = index.get(path.normalize('NFC'));
    if (entry === undefined) throw new Error(`the archive has no ${path}`);
    return entry;
  };
  return {
    name,
    archive: true,
    names: () => names,
    has: (path) => index.has(path.normalize('NFC')),
    size: (path) => entryOf(path).unpacked,
    open: async (path) => unpacked(opened, path, entryOf(path)),
    close: async () => opened.zip.close(),
  };
};

/** The bytes of an entry, which must be as many as the directory says and have its checksum. */
async function* unpacked(
  opened: Opened,
  path: string,
  entry: IndexedEntry,
): AsyncGenerator<Uint8Array, void, void> {
  let seen = 0;
  let checksum = 0;
  try {
    for await (const chunk of await streamOf(opened, entry)) {
      const bytes = chunk as Uint8Array;
      seen += bytes.length;
      checksum = crc32(bytes, checksum);
      yield bytes;
    }
  } catch (error) {
    if (isTransient(error)) throw error;
    throw new SourceDamaged(`${path} cannot be unpacked`, { cause: error });
  }
  if (seen !== entry.unpacked || checksum !== entry.crc32)
    throw new SourceDamaged(`${path} is not what the archive's directory says`);
}

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER = 0x04034b50;

/** The local header says where the data begin: behind a name and extras of lengths of its own. */
const dataStart = async (fd: number, { offset }: IndexedEntry): Promise<number> => {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  const { bytesRead } = await readFile(fd, header, 0, LOCAL_HEADER_BYTES, offset);
  if (bytesRead < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new Error('an entry does not begin where the directory says');
  return offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
};

const streamOf = async ({ zip, fd }: Opened, entry: IndexedEntry): Promise<Readable> => {
  const start = await dataStart(fd, entry);
  return new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(
      start,
      entry.packed,
      0,
      entry.packed,
      entry.deflated,
      entry.unpacked,
      (error, stream) => {
        if (error === null) resolve(stream);
        else reject(error);
      },
    );
  });
};
