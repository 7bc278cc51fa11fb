import { datasetCommands, type ImportOptions, type ImportReport } from '@cairn/contracts';
import { zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../testing/working-datasets.js';

type Version = Awaited<ReturnType<WorkingDatasets['makeDataset']>>;

describe('an import beside what is there', () => {
  let datasets: WorkingDatasets;
  let version: Version;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
    version = await datasets.makeDataset({ name: 'mails', multi_label: true });
  });
  afterEach(() => datasets.stop());

  const csv = async (
    content: string | Uint8Array,
    options: Partial<ImportOptions> = {},
    name = 'a.csv',
  ): Promise<ImportReport> =>
    (await datasets.import(version, { name, content }, options))['result'] as ImportReport;
  const items = () => datasets.items(version.version_id);
  const labels = async (): Promise<readonly string[]> => {
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: version.dataset_id });
    return (Object.values(stored!['labels'] as object) as { name: string }[]).map(({ name }) => name);
  };
  const labelsOf = async (): Promise<readonly (readonly string[])[]> => {
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: version.dataset_id });
    const named = stored!['labels'] as Record<string, { name: string }>;
    return (await items()).map(({ label_ids }) =>
      (label_ids as string[]).map((id) => named[id]!.name).sort(),
    );
  };
  const put = async (body: object): Promise<void> => {
    const [item] = await items();
    await datasets.send(datasetCommands.updateDatasetItem, { ...version, id: item!.id, body });
  };
  const update = { on_existing: 'update' } as const;

  it('takes a row for another item in another split, in one archive or in two files', async () => {
    expect(await csv('text\nyes\n', {}, 'train.csv')).toMatchObject({ created: 1 });
    expect(await csv('text\nyes\n', {}, 'test.csv')).toMatchObject({
      created: 1,
      unchanged: 0,
      splits: [{ name: 'test', items: 1 }],
    });
    const both = await zipOf({ 'train.csv': 'text\nyes\n', 'test.csv': 'text\nyes\n' });
    expect(await csv(both, {}, 'a.zip')).toMatchObject({ created: 0, unchanged: 2 });
    expect(await csv('text,split\nyes,TRAINING\n', {}, 'b.csv')).toMatchObject({ created: 0, unchanged: 1 });
  });

  it.each([true, false])(
    'keeps what is there, lists it and makes no label for it (dry run: %s)',
    async (dry_run) => {
      await csv('text,label\nx,good\ny,good\n');
      expect(await csv('text,label\nx,bad\ny,good\nz,new\n', { dry_run })).toMatchObject({
        created: 1,
        unchanged: 1,
        existing: 1,
        updated: 0,
        labels_created: 1,
        existing_items: [{ file: 'a.csv', line: 2, differs: ['annotations'], item_id: expect.any(String) }],
      });
      expect(await labels()).toEqual(dry_run ? ['good'] : ['good', 'new']);
      expect((await labelsOf()).slice(0, 2)).toEqual([['good'], ['good']]);
    },
  );

  it('brings back what was deleted, whatever the file says of it', async () => {
    await csv('text,label\nx,good\n');
    const [item] = await items();
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: item!.id });
    expect(await csv('text,label\nx,bad\n')).toMatchObject({ restored: 1, skipped: 0, labels_created: 0 });
    expect(await labelsOf()).toEqual([['good']]);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: item!.id });
    await csv('text,label\nw,bad\n');
    expect(await csv('text,label\nx,bad\n', update)).toMatchObject({ restored: 1 });
    expect(await labelsOf()).toEqual([['bad'], ['bad']]);
  });

  it('takes labels and attributes over when it is asked to, once', async () => {
    await csv('text,label,a,b\nx,good,1,2\n');
    const corrected = 'text,label,a\nx,bad,9\n';
    for (const dry_run of [true, false])
      expect(await csv(corrected, { ...update, dry_run })).toMatchObject({
        updated: 1,
        existing: 0,
        unchanged: 0,
        labels_created: 1,
      });
    expect(await labelsOf()).toEqual([['bad']]);
    expect((await items())[0]).toMatchObject({ attributes: { a: '9', b: '2' } });
    expect(await csv(corrected, update)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await csv('text\nx\n', update)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await labelsOf()).toEqual([['bad']]);
  });

  it('leaves what people made, changed and took away since', async () => {
    await csv('text,labels,a,b\nx,good;old,1,2\n');
    await csv('text,label\ny,mine\n');
    const [item] = await items();
    const stored = Object.values(item!['annotations'] as object) as { id: string; label_id: string }[];
    const [good, old] = stored;
    const [other] = (await items())[1]!['label_ids'] as string[];
    await put({
      attributes: { a: '7', b: '2', own: 'x' },
      annotations: [
        { ...good, label_id: other },
        { type: 'classification', label_id: old!.label_id },
      ],
    });
    expect(await csv('text,labels,a,b\nx,bad;worse,8,9\n', update)).toMatchObject({
      updated: 1,
      labels_created: 0,
      existing_items: [{ line: 2, differs: ['annotations', 'attributes'] }],
    });
    expect((await labelsOf())[0]).toEqual(['mine', 'old']);
    expect((await items())[0]).toMatchObject({ attributes: { a: '7', b: '9', own: 'x' } });
  });

  it('adds to what people labelled, within what the dataset allows', async () => {
    await csv('text\nx\n');
    await csv('text,label\ny,mine\n');
    const [label_id] = (await items())[1]!['label_ids'] as string[];
    await put({ annotations: [{ type: 'classification', label_id }] });
    expect(await csv('text,label\nx,bad\n', update)).toMatchObject({ updated: 1, labels_created: 1 });
    expect((await labelsOf())[0]).toEqual(['bad', 'mine']);
  });

  it('refuses a label that an item may not have beside its own', async () => {
    version = await datasets.makeDataset({ name: 'one', multi_label: false });
    await csv('text\nx\n');
    await csv('text,label\ny,mine\n');
    const [label_id] = (await items())[1]!['label_ids'] as string[];
    await put({ annotations: [{ type: 'classification', label_id }] });
    for (const dry_run of [true, false])
      expect(await csv('text,label\nx,mine\n', { ...update, dry_run })).toMatchObject({
        updated: 0,
        skipped: 1,
        errors: [{ line: 2, code: 'multi_label_violation' }],
      });
  });
});

describe('names in an import', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
  });
  afterEach(() => datasets.stop());

  it('of two spellings are one, and the report says so', async () => {
    const version = await datasets.makeDataset();
    const content = 'text,label,split\nx,A,Mine\ny,a,mine\nz,A\u200b, mine\nv,  ,\u200b\n';
    const { result } = await datasets.import(version, { name: 'a.csv', content });
    expect(result).toMatchObject({
      created: 4,
      labels_created: 1,
      splits_created: 1,
      label_spellings: [{ name: 'A', spelled: ['a'] }],
      split_spellings: [{ name: 'Mine', spelled: ['mine'] }],
    });
  });

  it.each(['{"text":"b","label":""}', '{"text":"b","labels":[""]}', '{"text":"b","split":"","label":" "}'])(
    'that are empty say none: %s',
    async (content) => {
      const version = await datasets.makeDataset();
      expect((await datasets.import(version, { name: 'a.jsonl', content }))['result']).toMatchObject({
        created: 1,
        labels_created: 0,
        splits_created: 0,
      });
    },
  );
});
