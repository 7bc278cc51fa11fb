import { datasetCommands } from '@cairn/contracts';
import { derivedId, type EventLog, freshId } from '@cairn/kernel';
import { SLICE_ITEMS } from './item-appends.js';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

/** Three slices. */
const MANY = 3 * SLICE_ITEMS;
const content = Array.from({ length: MANY }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join(
  '\n',
);
const mails = { name: 'mails.jsonl', content };

describe('S40: what is deleted while work goes on in it', () => {
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    version = await datasets.makeDataset();
  });
  afterEach(() => datasets.stop());

  /** A log after whose first slice of items something happens; it counts the items that were appended. */
  const afterFirstSlice = (then: () => Promise<unknown>): { log: EventLog; appended: () => number } => {
    const { log } = datasets.tools;
    let items = 0;
    const appendMany: EventLog['appendMany'] = async (appends) => {
      const outcomes = await log.appendMany(appends);
      items += appends.length;
      if (items === appends.length) await then();
      return outcomes;
    };
    const watched = new Proxy(log, {
      get: (target, key: keyof EventLog) => (key === 'appendMany' ? appendMany : target[key]?.bind(target)),
    });
    return { log: watched, appended: () => items };
  };
  const deleteDataset = () => datasets.send(datasetCommands.deleteDataset, { id: version.dataset_id });
  const deleteVersion = async () => {
    const { dataset_id } = version;
    await datasets.send(datasetCommands.createDatasetVersion, { dataset_id, body: {} });
    return datasets.send(datasetCommands.deleteDatasetVersion, versionAt(version));
  };

  it.each([
    ['dataset', deleteDataset],
    ['version', deleteVersion],
  ])('gets no further slice of an import: the %s', async (_, remove) => {
    const job = await datasets.request(version, mails);
    const { log, appended } = afterFirstSlice(async () => expect((await remove()).status).toBe('done'));
    datasets.startWorker({ log });
    expect(await datasets.finished(job)).toMatchObject({ status: 'failed', error_code: 'not_found' });
    expect(appended()).toBe(SLICE_ITEMS);
  });

  it('gets no further slice of a copy', async () => {
    datasets.startWorker();
    await datasets.import(version, mails);
    await datasets.stopWorkers();
    const id = freshId();
    await datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(version), body: {} }, id);
    const { log, appended } = afterFirstSlice(async () =>
      expect((await deleteDataset()).status).toBe('done'),
    );
    datasets.startWorker({ log });
    expect(await datasets.finished(derivedId(id, 'job', 0))).toMatchObject({
      status: 'failed',
      error_code: 'not_found',
    });
    expect(appended()).toBe(SLICE_ITEMS);
  });
});
