import { datasetCommands } from '@cairn/contracts';
import { isRefusal, system } from '@cairn/kernel';
import { deletedVersionsOfDataset, versionsOfDataset } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('versions of a dataset that were deleted', () => {
  const me = someone();
  const page = { limit: 10, sort: 'created_at' };
  let running: RunningDatasets;
  let dataset_id: string;
  beforeAll(async () => {
    running = await RunningDatasets.start();
    dataset_id = await running.make(
      me,
      datasetCommands.createDataset,
      { body: { name: 'mails' } },
      'dataset',
    );
  });
  afterAll(() => running.stop());

  const deletedFor = async (who = me, filters = {}) => {
    const found = await deletedVersionsOfDataset(running.reading(who), { dataset_id }, page, filters);
    return isRefusal(found) ? found.refused : found.elements.map(({ name }) => name);
  };

  it('are listed for who may restore them, until they are purged', async () => {
    for (const name of ['cleaned', 'lost']) {
      const id = await running.make(
        me,
        datasetCommands.createDatasetVersion,
        { dataset_id, body: { name } },
        'version',
      );
      await running.done(me, datasetCommands.deleteDatasetVersion, { dataset_id, id });
      if (name === 'lost') await running.done(system, datasetCommands.purgeVersion, { id });
    }
    expect(await deletedFor()).toEqual(['cleaned']);
    expect([await deletedFor(me, { name: 'lost' }), await deletedFor(me, { q: 'clean' })]).toEqual([
      [],
      ['cleaned'],
    ]);
    const there = await versionsOfDataset(running.reading(me), { dataset_id }, page);
    expect([there?.elements.map(({ name }) => name), there?.total]).toEqual([['1'], 1]);
    const other = someone();
    expect(await deletedFor(other)).toBe('not_found');
    await running.done(me, datasetCommands.updateDataset, { id: dataset_id, body: { public: true } });
    expect(await deletedFor(other)).toBe('forbidden');
  });
});
