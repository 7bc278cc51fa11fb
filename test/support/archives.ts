import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

const open = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);

export interface ArchiveContent {
  /** Sorted. */
  readonly names: readonly string[];
  /** The records of the JSON lines in it, without ids, in a fixed order. */
  readonly records: readonly unknown[];
}

/** What an exported archive holds. */
export const entriesOf = async (archive: Buffer): Promise<ArchiveContent> => {
  const files = await unzip(archive);
  const lines = [...files]
    .filter(([name]) => name.endsWith('.jsonl'))
    .flatMap(([, bytes]) => bytes.toString('utf8').split('\n'));
  const records = lines.filter((line) => line !== '').map((line) => withoutIds(JSON.parse(line)));
  return {
    names: [...files.keys()].map(withoutUuid).sort(),
    records: records.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
  };
};

/** The files in a zip by name. */
export const unzip = async (archive: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const zip = await open(archive, { lazyEntries: true });
  const read = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<AsyncIterable<Buffer>>;
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (entry: Entry) => {
      const take = async (): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of await read(entry)) chunks.push(chunk);
        files.set(entry.fileName, Buffer.concat(chunks));
        zip.readEntry();
      };
      take().catch(reject);
    });
    zip.readEntry();
  });
};

/** Ids differ between two versions of the same content, wherever they stand. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value === 'string') return withoutUuid(value);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => key !== 'id' && key !== 'origin_id' && !key.endsWith('_id'),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutIds(inner)]));
};

/** The folder of an item's file is its id. */
const withoutUuid = (text: string): string => text.replaceAll(/files\/[0-9a-f-]{36}\//g, 'files/<id>/');
