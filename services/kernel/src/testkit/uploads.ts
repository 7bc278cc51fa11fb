import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Uploaded } from '../archives/index.js';

/** For specs: uploads and archives out of memory. */
export const uploadOf = (name: string, content: string | Uint8Array, pieceBytes = 7919): Uploaded => {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    open: async (range) =>
      pieces(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1), pieceBytes),
  };
};

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** A zip of some files; names are taken as they are. */
export const zipOf = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  mode = 0o100644,
): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  return bytesOf(zip.outputStream.pipe(new PassThrough()));
};

export const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};
