import { datasetJobCommands } from '@cairn/contracts';
import { freshId, type Json, system } from '@cairn/kernel';
import { datasetJob } from '../domain/job/state.js';
import { WorkingDatasets } from './testing/working-datasets.js';

const ITEMS = 630;
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};
const ATTEMPTS = 'datasets.datasetJob.started.v1';
/** Whether a worker says that it is no further than the start. */
const isStart = (data: Json): boolean => (data as { readonly phase?: string }).phase === 'starting';

describe('work whose process ended', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  const attemptsOf = async (job: string): Promise<number> =>
    (await datasets.eventsOf(`datasetJob-${job}`)).filter((type) => type === ATTEMPTS).length;

  /** An attempt whose process is gone before it says a word. */
  const endedAttempt = async (job: string): Promise<void> => {
    await datasets.send(datasetJobCommands.startJob, { job_id: job, worker: 'w' }, freshId(), system);
    datasets.passLeases();
  };

  it('fails at the second attempt that ends without a word', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    await endedAttempt(job);
    const open = () => Promise.reject(new Error('a bug'));
    datasets.startWorker({ blobs: { ...datasets.tools.blobs, open } });
    expect(await datasets.finished(job)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect(await attemptsOf(job)).toBe(2);
  });

  it('fails when it ended its worker twice', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    await endedAttempt(job);
    await endedAttempt(job);
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect(await attemptsOf(job)).toBe(2);
    expect(await datasets.items(version.version_id)).toEqual([]);
  });

  it('is not given up for another that ended the process of both: only one of them is tried at a time', async () => {
    const versions = [
      await datasets.makeDataset(),
      await datasets.makeDataset(),
      await datasets.makeDataset(),
    ];
    const [guilty, honest, fresh] = await Promise.all(
      versions.map((version) => datasets.request(version, file)),
    );
    for (const job of [guilty!, honest!]) await endedAttempt(job);
    const { log, streams } = datasets.tools;
    const both: string[] = [];
    const started = new Set<string>();
    const stop = new AbortController();
    const watched = (async () => {
      const options = {
        after: await log.head(),
        categories: ['datasetJob'],
        maxBatch: 1,
        signal: stop.signal,
      };
      for await (const { events } of log.subscribe(options))
        for (const { stream, type, data } of events) {
          if (type === ATTEMPTS) started.add(stream);
          else if (!isStart(data)) started.delete(stream);
          if (started.has(`datasetJob-${guilty}`) && started.has(`datasetJob-${honest}`)) both.push(stream);
        }
    })();
    datasets.startWorker();
    for (const job of [guilty!, honest!, fresh!])
      expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    stop.abort();
    await watched;
    expect(both).toEqual([]);
    expect((await streams.current(datasetJob, guilty!)).state).toMatchObject({ endings: { place: null } });
  });
});
