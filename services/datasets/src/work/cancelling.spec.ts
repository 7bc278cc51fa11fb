import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { derivedId, type EventLog, freshId } from '@cairn/kernel';
import { crashingLog } from '@cairn/kernel/testkit';
import { someone } from '../testing/running-datasets.js';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

const ITEMS = 630;
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};
const CANCELLED = 'datasets.job.cancelled.v1';

describe('a job that is cancelled', () => {
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    version = await datasets.makeDataset();
  });
  afterEach(() => datasets.stop());

  const cancel = (job_id: string, principal = datasets.user) =>
    datasets.send(datasetJobCommands.cancelJob, { job_id }, freshId(), principal);

  /** A worker in whose slice of this number something happens before it is appended. */
  const workerWith = (slice: number, happens: () => Promise<unknown>): void => {
    const { log } = datasets.tools;
    let slices = 0;
    const appendMany: EventLog['appendMany'] = async (appends) => {
      slices += 1;
      if (slices === slice) await happens();
      return log.appendMany(appends);
    };
    datasets.startWorker({ log: { ...crashingLog(log, Infinity, 'before'), appendMany } });
  };

  /** Its worker dies in the second slice, and its lease is over. */
  const crash = async (): Promise<void> => {
    const { log, logger } = datasets.tools;
    await new Promise<void>((resolve) => {
      const told = { ...logger, error: () => resolve() };
      datasets.startWorker({ log: crashingLog(log, 2, 'after'), logger: told });
    });
    await datasets.stopWorkers();
    datasets.passLeases();
  };

  it('while it runs: ends at its next step, tells what landed, and nothing is written after it', async () => {
    const job = await datasets.request(version, file);
    workerWith(2, () => cancel(job));
    const over = await datasets.finished(job);
    const items = await datasets.items(version.version_id);
    expect(over).toMatchObject({ status: 'cancelled', result: { job_id: job, created: items.length } });
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThan(ITEMS);
    await datasets.stopWorkers();
    const [last] = (await datasets.tools.log.read(`datasetJob-${job}`)).slice(-1);
    expect(last?.type).toBe(CANCELLED);
    const { events } = await datasets.tools.log.readAll({
      after: last!.position,
      categories: ['datasetItem'],
      limit: 1000,
    });
    expect(events).toEqual([]);
  });

  it('holds its version no longer: the file is imported again, and only what is missing lands', async () => {
    const job = await datasets.request(version, file);
    workerWith(2, () => cancel(job));
    const { result } = await datasets.finished(job);
    const { created } = result as { readonly created: number };
    expect(await datasets.import(version, file)).toMatchObject({
      status: 'completed',
      result: { created: ITEMS - created, unchanged: created },
    });
  });

  it('while its worker is gone: is ended by the next that takes it', async () => {
    const job = await datasets.request(version, file);
    await crash();
    await cancel(job);
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'cancelled' });
    expect((await datasets.items(version.version_id)).length).toBeLessThan(ITEMS);
  });

  it('a copy: what it had of its items is discarded', async () => {
    datasets.startWorker();
    await datasets.import(version, file);
    await datasets.stopWorkers();
    const id = freshId();
    await datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(version), body: {} }, id);
    const job = derivedId(id, 'job', 0);
    workerWith(2, () => cancel(job));
    expect(await datasets.finished(job)).toMatchObject({ status: 'cancelled' });
    await datasets.untilEvent(`datasetVersion-${derivedId(id, 'version', 0)}`, 'datasets.version.deleted.v1');
  });

  it('is not there for who may not know of it', async () => {
    const job = await datasets.request(version, file);
    expect(await cancel(job, someone())).toMatchObject({ status: 'refused', code: 'job_not_found' });
    expect(await cancel(freshId())).toMatchObject({ status: 'refused', code: 'job_not_found' });
    const reading = { ...datasets.user, scopes: ['datasets:read'] };
    expect(await cancel(job, reading)).toMatchObject({ status: 'refused', code: 'scope_missing' });
  });
});
