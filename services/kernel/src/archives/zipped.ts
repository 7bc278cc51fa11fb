import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { archiveLimits, HARMLESS_BYTES } from './safe-archive.js';
import { PADDING } from './zip-index.js';

/** Zips cannot tell times before 1980; this one says that it means none. */
const NO_TIME = new Date(1980, 0, 1);

/** One file of a zip that is made; paths have `/` between folders. */
export interface ZippedFile {
  readonly path: string;
  readonly content: () => Promise<AsyncIterable<Uint8Array>>;
  /** False for what is packed already, an image say. */
  readonly compress: boolean;
}

/**
 * A zip that is made while it is read: one file at a time, none held in memory. It never unpacks to more than an archive
 * may that is uploaded: `import(export(x)) = x` holds however well the content packs.
 */
export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const stop = new AbortController();
  const adding = addAll(zip, files, stop.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    stop.abort();
    output.destroy();
    await adding;
  }
}

/** The next file is opened when the one before is through. */
const addAll = async (zip: ZipFile, files: AsyncIterable<ZippedFile>, signal: AbortSignal): Promise<void> => {
  let [unpacked, packed] = [0, 0];
  zip.outputStream.on('data', (chunk: Uint8Array) => (packed += chunk.length));
  const counted = async function* (file: ZippedFile) {
    for await (const chunk of await file.content()) {
      unpacked += chunk.length;
      yield chunk;
    }
  };
  for await (const file of files) {
    if (signal.aborted) return;
    // Opened when it is read: what is opened for nobody stays open.
    const content = Readable.from(counted(file), { objectMode: false });
    const through = ended(content, signal);
    add(zip, file.path, content, file.compress);
    await through;
  }
  // Some of what was packed is still on its way: there may be padding that is not needed, never the other way round.
  if (unpacked > HARMLESS_BYTES && unpacked > (archiveLimits.ratio / 2) * packed)
    add(zip, PADDING, zeros(Math.ceil(unpacked / (archiveLimits.ratio - 1))), false);
  zip.end();
};

const add = (zip: ZipFile, path: string, content: Readable, compress: boolean): void =>
  zip.addReadStream(content, path, { mtime: NO_TIME, mode: 0o100644, compress });

const CHUNK = Buffer.alloc(64 * 1024);

const zeros = (count: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(count / CHUNK.length) }, (_, index) =>
      CHUNK.subarray(0, count - index * CHUNK.length),
    ),
    { objectMode: false },
  );

const ended = (content: Readable, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    content.once('end', resolve);
    content.once('error', reject);
    content.once('close', resolve);
    signal.addEventListener('abort', () => content.destroy(), { once: true });
  });
