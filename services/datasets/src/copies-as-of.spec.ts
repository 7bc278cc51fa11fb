import { datasetCommands } from '@cairn/contracts';
import { versionsOfDataset } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('versions as they were', () => {
  const me = someone();
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  it('are without a copy that was not complete then', async () => {
    const dataset_id = await running.make(
      me,
      datasetCommands.createDataset,
      { body: { name: 'a' } },
      'dataset',
    );
    const page = { limit: 10, sort: 'created_at' };
    const idsIn = async (context = running.reading(me)): Promise<readonly string[]> =>
      (await versionsOfDataset(context, { dataset_id }, page))!.elements.map(({ id }) => id);
    const [version_id] = await idsIn();
    const duplicate = { dataset_id, id: version_id!, body: {} };
    const copy = await running.make(me, datasetCommands.duplicateDatasetVersion, duplicate, 'version');
    const stop = new AbortController();
    const subscription = { after: '', categories: ['datasetVersion'], maxBatch: 100, signal: stop.signal };
    let completedAt = '';
    for await (const { events } of running.engines.log.subscribe(subscription)) {
      const completed = events.find(({ type }) => type === 'datasets.version.completed.v1');
      if (completed === undefined) continue;
      expect(await running.tools.reached(completed.position, 10_000)).toBe(true);
      completedAt = completed.metadata.at;
      stop.abort();
    }
    const before = new Date(Date.parse(completedAt) - 1).toISOString();
    expect(await idsIn()).toEqual([version_id, copy]);
    expect(await idsIn(running.readingAt(me, before))).toEqual([version_id]);
    expect(await idsIn(running.readingAt(me, completedAt))).toEqual([version_id, copy]);
  });
});
