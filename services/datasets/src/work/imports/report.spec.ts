import { datasetCommands, type ImportReport } from '@cairn/contracts';
import { zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../testing/working-datasets.js';
import { cursorFrom, cursorJson, newTally } from './tally.js';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');
const report = (job: { readonly [field: string]: unknown }): ImportReport => job['result'] as ImportReport;

describe('the report of an import', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
  });
  afterEach(() => datasets.stop());

  it.each([true, false])(
    'tells which split got how many, and which files told none (dry run: %s)',
    async (dry_run) => {
      const version = await datasets.makeDataset();
      const content = await zipOf({
        'test/data.jsonl': lines(
          { text: 'a' },
          { text: 'b' },
          { text: 'c', split: 'mine' },
          { text: 'd', splits: ['x', 'y'] },
        ),
        'data.jsonl': lines({ text: 'e' }),
        'more.jsonl': lines({ text: 'f' }, { text: 'g', split: 'x' }),
      });
      const job = await datasets.import(version, { name: 'set.zip', content }, { dry_run });
      expect(report(job)).toMatchObject({
        created: 7,
        splits_created: 4,
        splits: [
          { name: 'test', items: 2 },
          { name: 'mine', items: 1 },
          { name: 'x', items: 2 },
          { name: 'y', items: 1 },
        ],
        no_split_told: ['data.jsonl', 'more.jsonl'],
      });
    },
  );

  it('tells how many files of an archive no record names, and the first of them', async () => {
    const version = await datasets.makeDataset();
    const more = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`images/${n}.png`, 'x']));
    const content = await zipOf({
      ...more,
      'data.csv': 'file_name\n0.png\n',
      'log.jsonl': lines({ loss: 1 }),
      'README.md': 'about',
      '.DS_Store': 'x',
    });
    for (const dry_run of [true, false]) {
      const told = report(await datasets.import(version, { name: 'set.zip', content }, { dry_run })).not_held;
      expect(told?.map((what) => what.replace(/: .*/, ''))).toEqual([
        '9 files that no record names',
        'the file log.jsonl',
      ]);
      expect(told?.[0]).toMatch(/: (?:(?:images\/[1-8]\.png|README\.md)(?:, )?){5} and 4 more$/);
    }
    const whole = await zipOf({ 'data.csv': 'file_name\n0.png\n', '0.png': 'x', 'a.txt': 'x' });
    const job = await datasets.import(version, { name: 'set.zip', content: whole });
    expect(report(job).not_held).toEqual(['a file that no record names: a.txt']);
    const all = await zipOf({ 'data.csv': 'file_name\n0.png\n', '0.png': 'x' });
    expect(report(await datasets.import(version, { name: 'set.zip', content: all }))).not.toHaveProperty(
      'not_held',
    );
  });

  it('counts the items that were made, not those that were there', async () => {
    const version = await datasets.makeDataset();
    await datasets.import(version, { name: 'test.jsonl', content: lines({ text: 'a' }) });
    const file = { name: 'test.jsonl', content: lines({ text: 'a' }, { text: 'b' }) };
    for (const dry_run of [true, false])
      expect(report(await datasets.import(version, file, { dry_run }))).toMatchObject({
        created: 1,
        unchanged: 1,
        splits: [{ name: 'test', items: 1 }],
      });
  });

  it.each([
    ['its text', { text: 'corrected' }],
    ['its name', { name: 'mine' }],
    ['its attributes', { attributes: { k: 2 } }],
    ['its annotations', { annotations: [] }],
    ['its splits', { splits: [] }],
  ])('tells an item of which %s were changed since from one that is unchanged', async (_, body) => {
    const version = await datasets.makeDataset();
    const file = {
      name: 'a.jsonl',
      content: lines({ text: 'a', label: 'x', split: 'test', attributes: { k: 1 } }, { text: 'b' }),
    };
    await datasets.import(version, file);
    const [a] = await datasets.items(version.version_id);
    await datasets.send(datasetCommands.updateDatasetItem, { ...version, id: a!.id, body });
    expect(report(await datasets.import(version, file))).toMatchObject({
      created: 0,
      unchanged: 1,
      existing: 1,
    });
  });

  it('calls unchanged what was deleted and came back', async () => {
    const version = await datasets.makeDataset();
    const file = { name: 'a.jsonl', content: lines({ text: 'a', label: 'x', split: 'test' }, { text: 'b' }) };
    await datasets.import(version, file);
    const [a] = await datasets.items(version.version_id);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: a!.id });
    expect(report(await datasets.import(version, file))).toMatchObject({ restored: 1, unchanged: 1 });
    expect(report(await datasets.import(version, file))).toMatchObject({ unchanged: 2, existing: 0 });
  });

  it('goes on with what a worker of an older release counted', () => {
    const { existing, splits, noSplitTold, ...older } = newTally();
    expect([existing, splits, noSplitTold]).toEqual([0, [], []]);
    const plan = { format: 'jsonl', total: 3, labels: 0, splits: 0 };
    const json = cursorJson({ entries: 1, plan, tally: { ...newTally(), created: 1 } });
    const cursor = cursorFrom({ ...json, tally: { ...older, created: 1 } });
    expect(cursor?.tally).toEqual({ ...newTally(), created: 1 });
  });
});
