import { randomBytes } from 'node:crypto';
import { datasetCommands } from '@cairn/contracts';
import { derivedId, FreeSpace, freshId, type Quotas, sameForAll } from '@cairn/kernel';
import { zipOf } from '../formats/testing/uploads.js';
import { datasetUsage } from '../usage.js';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

const NONE: Quotas = { datasets: 0, items: 0, bytes: 0 };
const TEXT = 'x'.repeat(1_000);
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ text: `${TEXT} ${index}` })).join('\n');
const fileOf = (count: number) => ({ name: 'lines.jsonl', content: lines(count) });

describe('work that fills an account', () => {
  let working: WorkingDatasets;
  const start = async (quotas: Partial<Quotas>): Promise<void> => {
    working = await WorkingDatasets.start(undefined, { ...NONE, ...quotas });
    working.startWorker();
  };
  afterEach(() => working.stop());
  const used = () => {
    const payer = { kind: 'account', id: working.user.userId } as const;
    return datasetUsage.usedBy(working.tools.documents, payer, sameForAll(NONE));
  };

  it('stores nothing of a file that has more items than there is room for', async () => {
    await start({ items: 450 });
    const path = await working.makeDataset();
    const job = await working.import(path, fileOf(451));
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'quota_reached',
      message: 'The account of the dataset’s owner has used 0 of 450 items. Nothing was stored.',
      errors: [{ code: 'items' }],
    });
    expect((await used()).items).toBe(0);
    expect(await working.import(path, fileOf(450))).toMatchObject({ status: 'completed' });
  });

  it('keeps what had landed when the bytes are used up in the midst, and says how much', async () => {
    await start({ bytes: 1_500_000 });
    const path = await working.makeDataset();
    const job = await working.import(path, fileOf(900));
    const landed = await working.items(path.version_id);
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'quota_reached',
      message: expect.stringMatching(`What was stored stays: ${landed.length} items\\.$`),
      errors: [{ code: 'bytes' }],
    });
    expect([200, 400]).toContain(landed.length);
    expect((await used()).bytes).toBeLessThanOrEqual(1_500_000);
  });

  it('counts items that are there already for nothing, also in the midst of a file', async () => {
    await start({ items: 700 });
    const path = await working.makeDataset();
    await working.import(path, fileOf(500));
    expect(await working.import(path, fileOf(700))).toMatchObject({
      status: 'completed',
      result: { created: 200, unchanged: 500 },
    });
    expect((await used()).items).toBe(700);
  });

  it('refuses a file of an item before it is stored', async () => {
    await start({ bytes: 90_000 });
    const path = await working.makeDataset();
    const stored = jest.spyOn(working.tools.blobs, 'put');
    const content = await zipOf({
      'a.jsonl': '{"file_name":"a.bin"}',
      'a.bin': randomBytes(50_000),
    });
    expect(await working.import(path, { name: 'a.zip', content })).toMatchObject({
      error_code: 'quota_reached',
      errors: [{ code: 'bytes' }],
    });
    expect(stored).toHaveBeenCalledTimes(1);
  });

  it('asks for no copy that has more items than there is room for', async () => {
    await start({ items: 399 });
    const path = await working.makeDataset();
    await working.import(path, fileOf(200));
    const id = freshId();
    const reply = await working.send(
      datasetCommands.duplicateDatasetVersion,
      { ...versionAt(path), body: {} },
      id,
    );
    expect(reply).toMatchObject({ status: 'refused', code: 'quota_reached' });
    expect(await working.eventsOf(`datasetVersion-${derivedId(id, 'version', 0)}`)).toEqual([]);
  });

  it('a copy that fails for it gives back what it took', async () => {
    await start({ bytes: 1_000_000 });
    const path = await working.makeDataset();
    await working.import(path, fileOf(300));
    const before = await used();
    const id = freshId();
    await working.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(path), body: {} }, id);
    expect(await working.finished(derivedId(id, 'job', 0))).toMatchObject({ error_code: 'quota_reached' });
    const copy = `datasetVersion-${derivedId(id, 'version', 0)}` as const;
    await working.untilEvent(copy, 'datasets.version.purged.v1');
    const after = await used();
    expect(after.items).toEqual(before.items);
    expect(after.bytes - before.bytes).toBeLessThan(1_000);
  });

  it('waits while the disk is too full, and goes on when it is not', async () => {
    working = await WorkingDatasets.start();
    let free = 0;
    let asked: () => void = () => undefined;
    const twice = new Promise<void>((resolve) => {
      let times = 0;
      asked = () => (times += 1) === 2 && resolve();
    });
    const freeBytes = async (): Promise<number> => {
      asked();
      return free;
    };
    working.startWorker({ space: new FreeSpace({ folder: '/', reserveBytes: 1_000, freeBytes }) });
    const path = await working.makeDataset();
    const job = await working.request(path, fileOf(3));
    await twice;
    expect(await working.items(path.version_id)).toEqual([]);
    free = 1e9;
    expect(await working.finished(job)).toMatchObject({ status: 'completed', result: { created: 3 } });
  });
});
