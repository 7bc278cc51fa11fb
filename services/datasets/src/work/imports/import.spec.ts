import { datasetCommands, type ImportReport } from '@cairn/contracts';
import { zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../testing/working-datasets.js';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');
const two = lines({ text: 'a', label: 'spam' }, { text: 'b', label: 'Ham' });
const mails = { name: 'mails.jsonl', content: two };
const report = (job: { readonly [field: string]: unknown }): ImportReport => job['result'] as ImportReport;

describe('imports', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
  });
  afterEach(() => datasets.stop());

  it('store items, and make the labels and splits that the version lacks', async () => {
    const version = await datasets.makeDataset({ name: 'mails', default_splits: true });
    const { dataset_id, version_id } = version;
    await datasets.send(datasetCommands.createLabel, { dataset_id, version_id, body: { name: 'ham' } });
    const content = lines(
      { id: '7', text: 'a', label: 'spam', split: 'val' },
      { text: 'b', label: 'Ham' },
      { text: 'c', split: 'mine' },
    );
    const job = await datasets.import(version, { name: 'mails.jsonl', content });
    expect(report(job)).toEqual({
      job_id: job.id,
      format: 'jsonl',
      dry_run: false,
      created: 3,
      restored: 0,
      unchanged: 0,
      existing: 0,
      updated: 0,
      skipped: 0,
      labels_created: 1,
      splits_created: 1,
      splits: [
        { name: 'validation', items: 1 },
        { name: 'train', items: 1 },
        { name: 'mine', items: 1 },
      ],
      no_split_told: ['mails.jsonl'],
      label_spellings: [{ name: 'ham', spelled: ['Ham'] }],
      errors: [],
    });
    const [stored] = await datasets.documents('dataset_versions', { dataset_id });
    const labels = Object.values(stored!['labels'] as object) as {
      id: string;
      name: string;
      number: number;
      auto_created: boolean;
    }[];
    expect(labels.map(({ name, number, auto_created }) => [name, number, auto_created]).sort()).toEqual([
      ['ham', 0, false],
      ['spam', 1, true],
    ]);
    const splits = Object.values(stored!['splits'] as object) as { id: string; name: string }[];
    const named = (all: readonly { id: string; name: string }[], name: string) =>
      all.find((one) => one.name === name)!.id;
    const [a, b, c] = await datasets.items(version_id);
    expect(a).toMatchObject({
      text: 'a',
      origin_id: '7',
      splits: [named(splits, 'validation')],
      label_ids: [named(labels, 'spam')],
      user_id: datasets.user.userId,
    });
    expect(Object.values(a!['annotations'] as object)).toMatchObject([
      { type: 'classification', source: 'imported', confidence: 1, user_id: datasets.user.userId },
    ]);
    expect(b).toMatchObject({ splits: [named(splits, 'train')], label_ids: [named(labels, 'ham')] });
    expect(c).toMatchObject({ splits: [named(splits, 'mine')], label_ids: [] });
  });

  it('add nothing when the same file comes again, and bring back what was deleted', async () => {
    const version = await datasets.makeDataset();
    const twice = { name: 'twice.jsonl', content: lines({ text: 'x' }, { text: 'x' }, { text: 'y' }) };
    expect(report(await datasets.import(version, twice))).toMatchObject({ created: 3 });
    const [first] = await datasets.items(version.version_id);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: first!.id });
    expect(report(await datasets.import(version, twice))).toMatchObject({
      created: 0,
      restored: 1,
      unchanged: 2,
    });
    expect((await datasets.items(version.version_id)).map(({ text }) => text)).toEqual(['x', 'x', 'y']);
  });

  it('do not bring back an item that has more classifications than the dataset allows by now', async () => {
    const version = await datasets.makeDataset({ name: 'mails', multi_label: true });
    const { dataset_id } = version;
    const file = { name: 'a.jsonl', content: lines({ text: 'x' }, { text: 'y', labels: ['a', 'b'] }) };
    await datasets.import(version, file);
    for (const { id } of await datasets.items(version.version_id))
      await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id });
    await datasets.send(datasetCommands.updateDataset, { id: dataset_id, body: { multi_label: false } });
    const again = { name: 'a.jsonl', content: lines({ text: 'x' }, { text: 'y' }) };
    const expected = {
      created: 0,
      restored: 1,
      unchanged: 0,
      skipped: 1,
      errors: [{ file: 'a.jsonl', line: 2, code: 'multi_label_violation', message: expect.any(String) }],
    };
    expect(report(await datasets.import(version, again, { dry_run: true }))).toMatchObject(expected);
    expect(report(await datasets.import(version, again))).toMatchObject(expected);
    expect((await datasets.items(version.version_id)).map(({ text }) => text)).toEqual(['x']);
  });

  it('tell of each item that may not come back, whatever the reason', async () => {
    const version = await datasets.makeDataset();
    const file = { name: 'a.jsonl', content: lines({ text: 'x' }, { text: 'y' }) };
    await datasets.import(version, file);
    const [x] = await datasets.items(version.version_id);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: x!.id });
    await datasets.stopWorkers();
    datasets.startWorker({
      execute: async (command, input, call) =>
        command.name === datasetCommands.restoreDatasetItem.name
          ? { status: 'refused', code: 'too_many_splits', detail: 'It is in too many splits.' }
          : datasets.tools.execute(command, input, call),
    });
    expect(report(await datasets.import(version, file))).toMatchObject({
      restored: 0,
      unchanged: 1,
      skipped: 1,
      errors: [{ file: 'a.jsonl', line: 1, code: 'too_many_splits', message: 'It is in too many splits.' }],
    });
  });

  it('store nothing when a record is broken, and say where', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.import(version, {
      name: 'a.jsonl',
      content: '{"text":"a","label":"new"}\n{broken\n{"label":"b"}',
    });
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'import_record_invalid',
      errors: [
        { file: 'a.jsonl', line: 2, code: 'json_invalid', message: expect.any(String) },
        { file: 'a.jsonl', line: 3, code: 'record_invalid', message: expect.any(String) },
      ],
    });
    expect(await datasets.items(version.version_id)).toEqual([]);
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: version.dataset_id });
    expect(stored).toMatchObject({ labels: {} });
  });

  it('leave broken records out when they may, and list them', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.import(
      version,
      {
        name: 'a.jsonl',
        content:
          '{"text":"a"}\n{broken\n{"text":"b","annotations":[{"type":"span","value":{"start":0,"end":9}}]}',
      },
      { on_error: 'skip' },
    );
    expect(report(job)).toMatchObject({
      created: 1,
      skipped: 2,
      errors: [
        { line: 2, code: 'json_invalid' },
        { line: 3, code: 'annotation_value_invalid' },
      ],
    });
  });

  it('refuse a second classification where one is allowed', async () => {
    const version = await datasets.makeDataset({ name: 'one', multi_label: false });
    const job = await datasets.import(version, {
      name: 'a.jsonl',
      content: lines({ text: 'a', label: ['x', 'y'] }),
    });
    expect(job).toMatchObject({ status: 'failed', errors: [{ line: 1, code: 'multi_label_violation' }] });
  });

  it('only tell what they would do on a dry run', async () => {
    const version = await datasets.makeDataset();
    await datasets.import(version, { name: 'a.jsonl', content: lines({ text: 'b', label: 'Ham' }) });
    const job = await datasets.import(version, mails, { dry_run: true });
    expect(report(job)).toMatchObject({ dry_run: true, created: 1, unchanged: 1, labels_created: 1 });
    expect(await datasets.items(version.version_id)).toHaveLength(1);
  });

  it('put files among the blobs with what their headers tell', async () => {
    const version = await datasets.makeDataset();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
      'base64',
    );
    const zip = await zipOf({
      'set.jsonl': lines({ file_name: 'img/Dot.PNG', label: 'dot' }, { file_name: 'a.txt', text: 'note' }),
      'a.txt': 'hello',
      'img/Dot.PNG': png,
    });
    expect(await datasets.import(version, { name: 'set.zip', content: zip })).toMatchObject({
      status: 'completed',
    });
    const [image, text] = await datasets.items(version.version_id);
    expect(image).toMatchObject({
      name: 'Dot.PNG',
      file_name: 'Dot.PNG',
      extension: '.png',
      content_type: 'image/png',
      size: png.length,
      attributes: { width: 5, height: 5 },
    });
    expect((await datasets.blob(image!['content_sha256'] as string)).equals(png)).toBe(true);
    expect(text).toMatchObject({ name: 'a.txt', extension: '.txt', text: 'note' });
    expect(text).not.toHaveProperty('attributes');
  });

  it('tie annotations that name each other', async () => {
    const version = await datasets.makeDataset();
    const annotations = [
      { id: 'p', type: 'span', label: 'PER', value: { start: 0, end: 1 } },
      { id: 'q', type: 'span', label: 'ORG', value: { start: 1, end: 2 }, parent_id: 'p' },
      { type: 'relation', value: { from_id: 'p', to_id: 'q', direction: 'right' } },
    ];
    await datasets.import(version, { name: 'a.jsonl', content: lines({ text: '😀b', annotations }) });
    const [item] = await datasets.items(version.version_id);
    const [first, second, relation] = (
      Object.values(item!['annotations'] as object) as {
        id: string;
        order: number;
        value: object;
        parent_id?: string;
      }[]
    ).sort((one, other) => one.order - other.order);
    expect(first!.value).toEqual({ start: 0, end: 1, text: '😀' });
    expect(second!.parent_id).toBe(first!.id);
    expect(relation!.value).toEqual({ from_id: first!.id, to_id: second!.id, direction: 'right' });
  });

  it.each([
    ['an archive that leads out', 'a.zip', async () => zipOf({ l: 'x' }, 0o120777), 'archive_unsafe', {}],
    [
      'a format that nothing gives away',
      'a.bin',
      async () => Buffer.from([1, 2, 3]),
      'format_not_recognised',
      {},
    ],
    [
      'a format that is not read',
      'a.jsonl',
      async () => Buffer.from('{}'),
      'format_unknown',
      { format: 'nope' },
    ],
  ])('fail with the reason for %s', async (_, name, content, code, options) => {
    const version = await datasets.makeDataset();
    expect(await datasets.import(version, { name, content: await content() }, options)).toMatchObject({
      status: 'failed',
      error_code: code,
      errors: [],
    });
  });

  it('are one at a time for a version', async () => {
    await datasets.stopWorkers();
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, mails);
    await expect(datasets.request(version, mails)).rejects.toThrow('import_running');
    datasets.startWorker();
    await datasets.finished(job);
    expect(report(await datasets.import(version, mails))).toMatchObject({ unchanged: 2 });
  });

  it('are one at a time also when several are asked for at once, and name the one that runs', async () => {
    await datasets.stopWorkers();
    const version = await datasets.makeDataset();
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => datasets.request(version, mails)));
    const jobs = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect([jobs.length, refusals.length]).toEqual([1, 3]);
    for (const refusal of refusals)
      expect(refusal).toContain(`import_running: The import /api/v1/jobs/${jobs[0]!}`);
    datasets.startWorker();
    await datasets.finished(jobs[0]!);
    expect(report(await datasets.import(version, mails))).toMatchObject({ unchanged: 2 });
  });

  it('end when the one who asked may no longer write there', async () => {
    await datasets.stopWorkers();
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, mails);
    await datasets.send(datasetCommands.deleteDataset, { id: version.dataset_id });
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'failed', error_code: 'not_found' });
  });
});
