import { type Registers, RegistersUnavailable } from '@cairn/kernel';
import { datasetJob } from '../domain/job/state.js';
import { WorkingDatasets } from './testing/working-datasets.js';

const ITEMS = 630;
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};

describe('the claim on a job, in the registers', () => {
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    version = await datasets.makeDataset();
  });
  afterEach(() => datasets.stop());

  const registersWith = (parts: Partial<Registers>): Registers =>
    new Proxy(datasets.tools.registers, {
      get: (target, name: keyof Registers) => parts[name] ?? target[name].bind(target),
    });
  const stateOf = async (job: string) => (await datasets.tools.streams.current(datasetJob, job)).state;

  it('may be lost at any time: the work goes on in one attempt', async () => {
    const job = await datasets.request(version, file);
    const { registers } = datasets.tools;
    const put: Registers['put'] = async (key, value, ttlMs) => {
      const written = await registers.put(key, value, ttlMs);
      await registers.remove(key);
      return written;
    };
    datasets.startWorker({ registers: registersWith({ put }) });
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    expect(await stateOf(job)).toMatchObject({ attempt: 1 });
  });

  it('is not renewed while the registers are away: the work goes on all the same', async () => {
    const job = await datasets.request(version, file);
    const put: Registers['put'] = () => Promise.reject(new RegistersUnavailable('away'));
    datasets.startWorker({ registers: registersWith({ put }) });
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    expect(await stateOf(job)).toMatchObject({ attempt: 1 });
  });

  it('is over when nobody makes it again for its time, and such an attempt counts for nothing', async () => {
    const job = await datasets.request(version, file);
    for (let lost = 0; lost < 6; lost += 1) await datasets.lostAttempt(job);
    const looked = new Promise<void>((resolve) => {
      const get: Registers['get'] = async (key) => {
        const found = await datasets.tools.registers.get(key);
        if (key === `work:datasetJob:${job}`) setImmediate(resolve);
        return found;
      };
      datasets.startWorker({ registers: registersWith({ get }) });
    });
    await looked;
    datasets.passLeases();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
  });

  it('is no event: a job tells where another goes on, and nothing else on its way', async () => {
    const job = await datasets.request(version, file);
    datasets.startWorker();
    await datasets.finished(job);
    const told = (await datasets.tools.log.read(`datasetJob-${job}`)).filter(
      ({ type }) => type === 'datasets.job.progressed.v1',
    );
    expect(told.filter(({ data }) => !JSON.stringify(data).includes('"cursor"'))).toEqual([]);
  });
});
