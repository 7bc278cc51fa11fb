import { datasetCommands } from '@cairn/contracts';
import { datasetById, itemById, itemHistory } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('a large item', () => {
  const me = someone();
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  const someVersion = async () => {
    const body = { name: 'mails', default_splits: true, multi_label: true };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const [version] = (await datasetById(running.reading(me), dataset_id))!.resource.versions;
    return { dataset_id, version_id: version!.id };
  };

  /** Milliseconds that it takes to add that many annotations, take them away, have them back and tell of it. */
  const duration = async (
    path: { readonly dataset_id: string; readonly version_id: string },
    many: number,
  ): Promise<number> => {
    const annotations = Array.from({ length: many }, (_, x) => ({
      type: 'points' as const,
      value: { points: [[x, 1]] },
    }));
    const begun = performance.now();
    const item_id = await running.make(
      me,
      datasetCommands.createItem,
      { ...path, body: { annotations } },
      'item',
    );
    await running.done(me, datasetCommands.updateItem, { ...path, item_id, body: { annotations: [] } });
    await running.done(me, datasetCommands.revertItem, { ...path, item_id, revision: 1 });
    const source = running.engines;
    expect(await itemHistory(source, running.reading(me), path, item_id)).toHaveLength(3);
    const took = performance.now() - begun;
    const found = await itemById(running.reading(me), path, item_id);
    expect(found?.resource.annotations).toHaveLength(many);
    return took;
  };

  it('costs what its annotations are: ten times as many no more than ten times as much, and some', async () => {
    const path = await someVersion();
    await duration(path, 1_000);
    const small = Math.min(await duration(path, 1_000), await duration(path, 1_000));
    expect((await duration(path, 10_000)) / small).toBeLessThan(30);
  });
});
