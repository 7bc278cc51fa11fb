import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  type ColumnMapping,
  delivered,
  type Entry,
  type ExportContent,
  type Format,
  type ImportRecord,
  openSource,
  type Source,
  type Uploaded,
} from '../index.js';

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

export const entriesOf = async (
  format: Format,
  source: Source,
  mapping?: ColumnMapping,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of format.read(source, mapping)) entries.push(entry);
  return entries;
};

/** What a format reads out of a file. */
export const readFrom = async (
  format: Format,
  name: string,
  content: string | Uint8Array,
  mapping?: ColumnMapping,
): Promise<readonly Entry[]> => {
  const source = await openSource(uploadOf(name, content));
  try {
    return await entriesOf(format, source, mapping);
  } finally {
    await source.close();
  }
};

export const contentOf = (
  records: readonly ImportRecord[],
  declared: Partial<Pick<ExportContent, 'labels' | 'splits'>> = {},
): ExportContent => ({
  labels: [],
  splits: [],
  ...declared,
  records: () => Readable.from(records) as AsyncIterable<ImportRecord>,
});

/** An item as both sides of a round trip must agree on it: without ids and places, files as their bytes. */
export const essence = async (entry: Entry): Promise<object> => {
  const file = entry.kind === 'item' ? entry.file : undefined;
  const bytes = file === undefined ? undefined : (await bytesOf(await file.open())).toString('base64');
  const told = Object.entries(entry).filter(([field]) => !LEFT_OUT.has(field));
  return { ...Object.fromEntries(told), ...(bytes === undefined ? {} : { bytes }) };
};

const LEFT_OUT = new Set(['where', 'id', 'file', 'file_name', 'exact']);

/** Writes and reads again: the essence of what comes back, and what the format has no place for. */
export const roundTrip = async (
  format: Format,
  content: ExportContent,
): Promise<{ readonly entries: readonly object[]; readonly notHeld: readonly string[] }> => {
  const delivery = delivered(await format.write(content));
  const bytes = await bytesOf(delivery.content);
  const source = await openSource(uploadOf(`export${delivery.extension}`, bytes));
  try {
    const entries: object[] = [];
    for await (const entry of format.read(source)) entries.push(await essence(entry));
    return { entries, notHeld: delivery.notHeld };
  } finally {
    await source.close();
  }
};
