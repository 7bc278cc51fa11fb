import { Readable } from 'node:stream';
import { openSource, type Source } from '@cairn/kernel';
import { bytesOf, uploadOf, zipOf } from '@cairn/kernel/testkit';
import {
  delivered,
  type Entry,
  type ExportContent,
  type Format,
  type ImportRecord,
  type ReadOptions,
  recordsOf,
} from '../index.js';

export { bytesOf, uploadOf, zipOf };

export const entriesOf = async (
  format: Format,
  source: Source,
  options?: ReadOptions,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of recordsOf(source, [format], options)) entries.push(entry);
  return entries;
};

/** What a format reads out of a file. */
export const readFrom = async (
  format: Format,
  name: string,
  content: string | Uint8Array,
  options?: ReadOptions,
): Promise<readonly Entry[]> => {
  const source = await openSource(uploadOf(name, content));
  try {
    return await entriesOf(format, source, options);
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
    for await (const entry of recordsOf(source, [format])) entries.push(await essence(entry));
    return { entries, notHeld: delivery.notHeld };
  } finally {
    await source.close();
  }
};
