import type { Claim, Json } from '@cairn/kernel';
import { WorkingDatasets } from './testing/working-datasets.js';

const ITEMS = 630;
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};
const ATTEMPTS = 'datasets.job.started.v1';
/** Whether a claim says that its worker is no further than the start. */
const isStart = (value: Json): boolean => (value as Json & Partial<Claim>).progress?.phase === 'starting';

describe('work whose process ended', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  const attemptsOf = async (job: string): Promise<number> =>
    (await datasets.eventsOf(`datasetJob-${job}`)).filter((type) => type === ATTEMPTS).length;

  const endedAttempt = (job: string): Promise<void> => datasets.endedAttempt(job);

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
    const { log, registers } = datasets.tools;
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
        for (const { stream, type } of events) {
          if (type === ATTEMPTS) started.add(stream);
          else started.delete(stream);
          if (started.has(`datasetJob-${guilty}`) && started.has(`datasetJob-${honest}`)) both.push(stream);
        }
    })();
    const put: typeof registers.put = (key, value, ttlMs) => {
      if (!isStart(value)) started.delete(`datasetJob-${key.slice(-guilty!.length)}`);
      return registers.put(key, value, ttlMs);
    };
    datasets.startWorker({
      registers: new Proxy(registers, {
        get: (target, name: keyof typeof registers) => (name === 'put' ? put : target[name].bind(target)),
      }),
    });
    for (const job of [guilty!, honest!, fresh!])
      expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    stop.abort();
    await watched;
    expect(both).toEqual([]);
    expect(await attemptsOf(guilty!)).toBe(2);
  });
});
