import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { OutputFile } from '../format.js';

/** Zips cannot tell times before 1980; this one says that it means none. */
const NO_TIME = new Date(1980, 0, 1);

/** A zip that is made while it is read: one file at a time, none held in memory. */
export async function* zipped(files: AsyncIterable<OutputFile>): AsyncGenerator<Uint8Array, void, void> {
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
const addAll = async (zip: ZipFile, files: AsyncIterable<OutputFile>, signal: AbortSignal): Promise<void> => {
  for await (const file of files) {
    if (signal.aborted) return;
    const content = Readable.from(await file.content(), { objectMode: false });
    const through = ended(content, signal);
    zip.addReadStream(content, file.path, { mtime: NO_TIME, mode: 0o100644, compress: file.compress });
    await through;
  }
  zip.end();
};

const ended = (content: Readable, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    content.once('end', resolve);
    content.once('error', reject);
    content.once('close', resolve);
    signal.addEventListener('abort', () => content.destroy(), { once: true });
  });
