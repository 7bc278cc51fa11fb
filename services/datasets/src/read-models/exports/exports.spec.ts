import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { anonymous, noGroups, openSource, type QueryContext } from '@cairn/kernel';
import { appendEvent } from '@cairn/kernel/testkit';
import { jsonl } from '../../formats/jsonl/index.js';
import { bytesOf, entriesOf, essence, uploadOf, zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../../work/testing/working-datasets.js';
import { exportOf, isWritable } from './queries.js';

type Version = Awaited<ReturnType<WorkingDatasets['makeDataset']>>;

const records = [
  { text: 'You have won 😀', label: 'spam', split: 'dev', lang: 'en' },
  { text: '', name: 'empty', splits: ['train', 'own'] },
  { file_name: 'a.png', text: 'with text', attributes: { n: [1, { deep: null }] } },
  { file_name: 'copies/a.png' },
  {
    text: 'Ada wrote',
    annotations: [
      {
        id: 'p',
        type: 'span',
        label: 'PER',
        value: { start: 0, end: 3 },
        confidence: 0.5,
        source: 'inference',
        ground_truth: true,
      },
      {
        type: 'transcription',
        value: { text: 'x', language: 'en' },
        name: 'n',
        description: 'd',
        group_id: 'g',
        parent_id: 'p',
        attributes: { a: 1 },
      },
    ],
  },
];
const files = {
  'items.jsonl': records.map((record) => JSON.stringify(record)).join('\n'),
  'labels.jsonl':
    '{"name":"PER","color":"#102030","number":7,"type":"span","parent":"entity","attributes":{"k":1},"description":"people"}',
  'splits.jsonl': '{"name":"dev","description":"kept as it is"}',
  'a.png': 'not an image',
  'copies/a.png': 'not an image',
};

describe('exports', () => {
  let datasets: WorkingDatasets;
  let version: Version;
  beforeAll(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
    version = await datasets.makeDataset({ name: 'mails', default_splits: true });
    const job = await datasets.import(version, { name: 'set.zip', content: await zipOf(files) });
    expect(job).toMatchObject({ status: 'completed', result: { created: records.length } });
  });
  afterAll(() => datasets.stop());

  const reading = (): QueryContext => {
    const { documents } = datasets.tools;
    return {
      principal: datasets.user,
      rights: noGroups,
      documents,
      today: documents,
      at: new Date().toISOString(),
    };
  };
  const exported = async (of: Version & { split_id?: string }, format = 'jsonl') => {
    const found = (await exportOf(reading(), datasets.tools.blobs, of, format))!;
    return { ...found, bytes: await bytesOf(found.content) };
  };
  /** What is in an export, without ids: annotations name each other by their places. */
  const essences = async (bytes: Uint8Array): Promise<readonly string[]> => {
    const source = await openSource(uploadOf('e.zip', bytes));
    const entries = await Promise.all((await entriesOf(jsonl, source)).map(essence));
    await source.close();
    return entries.map((entry) => withoutIds(JSON.stringify(entry))).sort();
  };
  const withoutIds = (text: string): string => {
    const ids = [...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
    return ids.reduce((out, id, index) => out.replaceAll(id, `#${index}`), text);
  };

  it('give the native form that comes back exactly, but for ids', async () => {
    const first = await exported(version);
    expect(first).toMatchObject({ contentType: 'application/zip', fileName: 'mails-1.zip', notHeld: [] });
    const copy = await datasets.makeDataset({ name: 'mails', default_splits: true });
    await datasets.import(copy, { name: 'mails.zip', content: first.bytes });
    const [one, other] = [await essences(first.bytes), await essences((await exported(copy)).bytes)];
    expect(other).toEqual(one);
    expect(one.filter((entry) => entry.includes('"kind":"item"'))).toHaveLength(records.length);
  });

  it('come back with all the characters that names may have', async () => {
    const other = await datasets.makeDataset({ name: 'long' });
    const send = async (command: Parameters<typeof datasets.send>[0], body: object) =>
      expect((await datasets.send(command, { ...other, body })).status).toBe('done');
    await send(datasetCommands.createLabel, { name: '😀'.repeat(200) });
    await send(datasetCommands.createDatasetSplit, { name: '😀'.repeat(200) });
    await send(datasetCommands.createDatasetItem, {
      name: '😀'.repeat(500),
      description: '😀'.repeat(10_000),
    });
    const first = await exported(other);
    expect(first.notHeld).toEqual([]);
    const copy = await datasets.makeDataset({ name: 'long' });
    const job = await datasets.import(copy, { name: 'long.zip', content: first.bytes });
    expect(job).toMatchObject({ result: { created: 1, labels_created: 1, splits_created: 1, errors: [] } });
    expect(await essences((await exported(copy)).bytes)).toEqual(await essences(first.bytes));
    const longer = { name: 'l.jsonl', content: JSON.stringify({ text: 'a', label: '😀'.repeat(201) }) };
    expect(await datasets.import(copy, longer)).toMatchObject({ error_code: 'import_record_invalid' });
  });

  it('say that splits of one name, which were there before names were unique, come back as one', async () => {
    const other = await datasets.makeDataset({ name: 'twice' });
    const stream = `datasetVersion-${other.version_id}` as const;
    const { SplitCreated } = datasetVersionStreamEvents;
    for (const [id, name] of [
      ['s1', 'a'],
      ['s2', 'A '],
    ])
      await appendEvent(datasets.tools, stream, SplitCreated, { ...SplitCreated.example, id, name });
    await datasets.send(datasetCommands.createDatasetSplit, { ...other, body: { name: 'b' } });
    expect((await exported(other)).notHeld).toEqual(['splits of one name']);
  });

  it('say of each item what it is', async () => {
    const { bytes } = await exported(version);
    const all = (await essences(bytes)).map((entry) => JSON.parse(entry) as object);
    expect(all).toContainEqual({
      kind: 'label',
      name: 'PER',
      color: '#102030',
      number: 7,
      type: 'span',
      parent: 'entity',
      attributes: { k: 1 },
      description: 'people',
    });
    expect(all).toContainEqual({ kind: 'split', name: 'dev', description: 'kept as it is' });
    expect(all).toContainEqual({
      kind: 'item',
      text: 'You have won 😀',
      labels: [],
      annotations: [
        { id: '#0', type: 'classification', label: 'spam', value: {}, confidence: 1, source: 'imported' },
      ],
      splits: ['dev'],
      attributes: { lang: 'en' },
    });
    expect(all).toContainEqual({
      kind: 'item',
      name: 'a.png',
      text: 'with text',
      labels: [],
      annotations: [],
      splits: ['train'],
      attributes: { n: [1, { deep: null }] },
      bytes: Buffer.from('not an image').toString('base64'),
    });
  });

  it('keep files of the same content and name once', async () => {
    const source = await openSource(uploadOf('e.zip', (await exported(version)).bytes));
    expect(source.names().filter((name) => name.startsWith('files/'))).toHaveLength(1);
    await source.close();
  });

  it('leave out what a deleted label or split hides', async () => {
    const other = await datasets.makeDataset({ name: 'hidden' });
    await datasets.import(other, { name: 'a.jsonl', content: '{"text":"a","label":"x","split":"s"}' });
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: other.dataset_id });
    const [label_id] = Object.keys(stored!['labels'] as object);
    const [split_id] = Object.keys(stored!['splits'] as object);
    await datasets.send(datasetCommands.deleteLabel, { ...other, id: label_id! });
    await datasets.send(datasetCommands.deleteDatasetSplit, { ...other, id: split_id! });
    expect(
      (await essences((await exported(other)).bytes)).map((entry) => JSON.parse(entry) as object),
    ).toEqual([{ kind: 'item', text: 'a', labels: [], annotations: [], splits: [] }]);
  });

  it('give one split', async () => {
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: version.dataset_id });
    const own = Object.values(stored!['splits'] as Record<string, { id: string; name: string }>).find(
      ({ name }) => name === 'own',
    )!;
    const { bytes, fileName } = await exported({ ...version, split_id: own.id });
    expect(fileName).toBe('mails-1-own.zip');
    expect((await essences(bytes)).filter((entry) => entry.includes('"kind":"item"'))).toHaveLength(1);
  });

  it('leave out what was deleted, of one split too', async () => {
    const other = await datasets.makeDataset({ name: 'deleted' });
    const lines = ['{"text":"stays","split":"s"}', '{"text":"goes","split":"s"}'];
    await datasets.import(other, { name: 'a.jsonl', content: lines.join('\n') });
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: other.dataset_id });
    const [split_id] = Object.keys(stored!['splits'] as object);
    const items = await datasets.documents('dataset_items', { version_id: other.version_id });
    const gone = items.find(({ text }) => text === 'goes')!;
    const deleted = await datasets.send(datasetCommands.deleteDatasetItem, { ...other, id: gone.id });
    expect(deleted.status).toBe('done');
    const texts = async (of: Version & { split_id?: string }): Promise<readonly unknown[]> =>
      (await essences((await exported(of)).bytes))
        .map((entry) => JSON.parse(entry) as { readonly text?: string })
        .flatMap(({ text }) => text ?? []);
    expect(await texts({ ...other, split_id: split_id! })).toEqual(['stays']);
    expect(await texts(other)).toEqual(['stays']);
  });

  it('give a table, and say what it has no place for', async () => {
    const table = await exported(version, 'csv');
    expect(table).toMatchObject({ contentType: 'application/zip', fileName: 'mails-1.zip' });
    expect(table.notHeld).toEqual(
      expect.arrayContaining([
        'annotations.source',
        'annotations.parent_id',
        'labels.color',
        'splits.description',
      ]),
    );
    const plain = await datasets.makeDataset({ name: 'plain' });
    await datasets.import(plain, { name: 'a.jsonl', content: '{"text":"=1+1","label":"x"}' });
    const { bytes, contentType, fileName } = await exported(plain, 'csv');
    expect([contentType, fileName]).toEqual(['text/csv; charset=utf-8', 'plain-1.csv']);
    expect(bytes.toString()).toMatch(
      /^id,file_name,text,split,label,type,.*\r\n[^,]+,,'=1\+1,,x,classification,,,,,,1,\r\n$/,
    );
  });

  it('are called after the dataset with what a name of a file may hold', async () => {
    const odd = await datasets.makeDataset({ name: 'a/b"c\\d' });
    expect((await exported(odd)).fileName).toBe('a_b_c_d-1.zip');
  });

  it('are for those who may read, in formats that are written', async () => {
    const stranger = { ...reading(), principal: anonymous };
    expect(await exportOf(stranger, datasets.tools.blobs, version, 'jsonl')).toBeUndefined();
    const split_id = version.version_id;
    expect(
      await exportOf(reading(), datasets.tools.blobs, { ...version, split_id }, 'jsonl'),
    ).toBeUndefined();
    expect(['jsonl', 'NDJSON', 'csv', 'tsv', 'nope'].map(isWritable)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
