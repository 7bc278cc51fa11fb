import type { ImportReport } from '@cairn/contracts';
import { zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../testing/working-datasets.js';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');
const report = (job: { readonly [field: string]: unknown }): ImportReport => job['result'] as ImportReport;

describe('imports of what cannot be read', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
  });
  afterEach(() => datasets.stop());

  it('make no label or split that only records name which are left out, and say why they are', async () => {
    const version = await datasets.makeDataset();
    const content = lines(
      { text: 'a', label: 'kept' },
      {
        text: 'b',
        label: 'gone',
        split: 'gone',
        annotations: [{ type: 'span', value: { start: 0, end: 9 } }],
      },
    );
    const job = await datasets.import(version, { name: 'a.jsonl', content }, { on_error: 'skip' });
    expect(report(job)).toMatchObject({
      created: 1,
      skipped: 1,
      labels_created: 1,
      splits_created: 0,
      errors: [{ line: 2, code: 'annotation_value_invalid' }],
    });
    const [stored] = await datasets.documents('dataset_versions', { dataset_id: version.dataset_id });
    expect(Object.values(stored!['labels'] as object)).toMatchObject([{ name: 'kept' }]);
  });

  it('answer a dry run as they would be answered themselves', async () => {
    const version = await datasets.makeDataset();
    const broken = { name: 'a.jsonl', content: '{"text":"a"}\n{broken' };
    const job = await datasets.import(version, broken, { dry_run: true });
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'import_record_invalid',
      errors: [{ line: 2 }],
    });
    const skipping = await datasets.import(version, broken, { dry_run: true, on_error: 'skip' });
    expect(report(skipping)).toMatchObject({ created: 1, skipped: 1 });
  });

  it.each(['fail', 'skip'] as const)(
    'fail when nothing of the file can be read, also with on_error %s',
    async (on_error) => {
      const version = await datasets.makeDataset();
      const job = await datasets.import(version, { name: 'a.csv', content: 'a\rb\r' }, { on_error });
      expect(job).toMatchObject({
        status: 'failed',
        error_code: 'import_record_invalid',
        errors: [{ file: 'a.csv', line: 1, code: 'line_ends_invalid' }],
      });
    },
  );

  it('name what is packed in another way than a zip', async () => {
    const version = await datasets.makeDataset();
    const tar = Buffer.alloc(512);
    tar.write('ustar', 257);
    const workbook = await zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' });
    for (const [content, word] of [
      [Buffer.from([0x1f, 0x8b, 8, 0]), 'gzip'],
      [tar, 'tar'],
      [workbook, 'Excel'],
    ] as const)
      expect(await datasets.import(version, { name: 'a.csv', content }, { format: 'csv' })).toMatchObject({
        status: 'failed',
        error_code: 'format_not_recognised',
        message: expect.stringContaining(word),
      });
  });

  it('refuse an annotation under one that the record lacks', async () => {
    const version = await datasets.makeDataset();
    const annotations = [{ type: 'classification', label: 'x', parent_id: 'nobody' }];
    const job = await datasets.import(version, {
      name: 'a.jsonl',
      content: lines({ text: 'a', annotations }),
    });
    expect(job).toMatchObject({ status: 'failed', errors: [{ line: 1, code: 'record_invalid' }] });
  });
});
