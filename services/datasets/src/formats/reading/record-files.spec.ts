import { openSource } from '@cairn/kernel';
import { csv, tsv } from '../csv/index.js';
import { detectedFormats, type Format, formatNamed, recordsOf } from '../index.js';
import { jsonl } from '../jsonl/index.js';
import { uploadOf, zipOf, bytesOf, contentOf, readFrom } from '../testing/uploads.js';
import { delivered } from '../writing/delivery.js';

type Files = Readonly<Record<string, string | Uint8Array>>;
const kinds = async (format: Format, files: Files) =>
  (await readFrom(format, 'set.zip', await zipOf(files))).map((entry) =>
    entry.kind === 'not_held' ? entry.what : entry.kind,
  );
const detected = async (zip: Uint8Array) => {
  const source = await openSource(uploadOf('set.zip', zip));
  const [format] = await detectedFormats(source);
  await source.close();
  return format?.name;
};
const bytes = '{"text":"inner"}';

describe('files of items that look like records', () => {
  it.each([
    [csv, 'notes.csv'],
    [csv, 'notes.json'],
    [tsv, 'notes.tsv'],
    [jsonl, 'notes.json'],
    [jsonl, 'labels.jsonl'],
    [jsonl, 'items.jsonl'],
    [jsonl, 'splits.jsonl'],
  ] as const)('come back from an archive of %o as files: %s', async (format, file_name) => {
    const sha256 = 'a'.repeat(64);
    const file = { size: bytes.length, sha256, open: async () => uploadOf('', bytes).open() };
    const item = {
      kind: 'item',
      where: { file: '' },
      id: '1',
      labels: [],
      annotations: [],
      file_name,
      file,
    } as const;
    const zip = await bytesOf(delivered(await format.write(contentOf([item]))).content);
    expect(await detected(zip)).toBe(format.name);
    const entries = await readFrom(format, 'set.zip', zip);
    expect(entries).toMatchObject([{ kind: 'item', file: { size: bytes.length } }]);
  });

  it('are told by the records that name them, wherever they stand', async () => {
    expect(
      await kinds(jsonl, { 'notes.json': bytes, 'data.jsonl': '{"file_name":"notes.json"}\n{"text":"a"}' }),
    ).toEqual(['item', 'item']);
    expect(await kinds(csv, { 'a.csv': 'x,y\n1,2', 'data.csv': 'file_name,label\na.csv,t' })).toEqual([
      'item',
    ]);
  });

  it('that no record names are told as not read', async () => {
    const files = { 'data.csv': 'file_name\na.png', 'a.png': 'A', 'a.json': '{"shapes":[]}' };
    expect(await detected(await zipOf(files))).toBe('csv');
    expect(await kinds(csv, files)).toEqual(['the file a.json', 'item']);
  });

  it('are all tables when a table is asked for', async () => {
    expect(
      await kinds(csv, { 'a.csv': 'text\na', 'b.tsv': 'text\tlabel\nb\tx', 'c.tab': 'text\nc' }),
    ).toEqual(['item', 'item', 'item']);
  });

  it('are missed when the archive has none', async () => {
    for (const name of ['csv', 'jsonl'])
      expect(
        await readFrom(formatNamed(name)!, 'set.zip', await zipOf({ 'a.png': 'A', 'inner.zip': 'PK' })),
      ).toMatchObject([
        {
          kind: 'error',
          code: 'records_missing',
          message: expect.stringContaining('inner.zip in it is not unpacked'),
          unreadable: true,
        },
      ]);
  });

  it('of several formats are read each by its own reader, and what holds no items is told', async () => {
    const zip = await zipOf({
      'train/data.csv': 'text,label\na,x\n',
      'validation/data.jsonl': '{"text":"b","label":"x"}\n',
      'test/data.json': '[{"text":"c"}]',
      'extra/more.tsv': 'text\td\n"e"\tf\n',
      'broken/lines.jsonl': '{"text":\n',
      'training-log.jsonl': '{"loss":0.1}\n',
      'a.json': '{"text":"of a picture"}',
      'numbers.csv': 'x,y\n1,2\n',
    });
    const source = await openSource(uploadOf('set.zip', zip));
    const [first, ...others] = await detectedFormats(source);
    expect([first!.name, ...others.map(({ name }) => name)]).toEqual(['csv', 'jsonl']);
    const read: unknown[] = [];
    for await (const entry of recordsOf(source, [first!, ...others]))
      read.push(entry.kind === 'item' ? [entry.text, entry.splits] : [entry.kind, entry.where.file]);
    await source.close();
    expect(read).toEqual([
      ['not_held', 'training-log.jsonl'],
      ['not_held', 'a.json'],
      ['a', ['train']],
      ['e', undefined],
      ['error', 'numbers.csv'],
      ['b', ['validation']],
      ['c', ['test']],
      ['error', 'broken/lines.jsonl'],
    ]);
  });
});
