import { datasetCommands } from '@cairn/contracts';
import { itemById } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('what cannot be undone', () => {
  let running: RunningDatasets;
  beforeAll(async () => {
    running = await RunningDatasets.start();
  });
  afterAll(() => running.stop());

  const me = someone();
  const item = async (body: Readonly<Record<string, unknown>>) => {
    const dataset_id = await running.make(
      me,
      datasetCommands.createDataset,
      { body: { name: 'm' } },
      'dataset',
    );
    const version_id = await running.make(
      me,
      datasetCommands.createDatasetVersion,
      { dataset_id, body: {} },
      'version',
    );
    const path = { dataset_id, version_id };
    const id = await running.make(me, datasetCommands.createDatasetItem, { ...path, body }, 'item');
    return { ...path, id };
  };

  it('names each field and the last event that changed it again, and is undone after that one was', async () => {
    const path = await item({ attributes: { colour: 'red', size: 1 } });
    const change = async (body: Readonly<Record<string, unknown>>) =>
      Number((await running.done(me, datasetCommands.updateDatasetItem, { ...path, body })).revision);
    const first = await change({ name: 'b', attributes: { colour: 'blue', size: 1 } });
    await change({ attributes: { colour: 'green', size: 1 } });
    const repainted = await change({ attributes: { colour: 'white', size: 1 } });
    await change({ attributes: { colour: 'white', size: 2 } });
    const renamed = await change({ name: 'c' });
    await change({ description: 'other' });
    const refused = await running.send(me, datasetCommands.revertDatasetItem, {
      ...path,
      body: { revision: first },
    });
    expect(refused).toMatchObject({
      code: 'not_revertible',
      errors: [
        { pointer: '/name', code: 'changed_since', revision: renamed },
        { pointer: '/attributes/colour', code: 'changed_since', revision: repainted },
      ],
    });
    expect(refused).toHaveProperty('detail', expect.stringContaining(`revision ${repainted}`));
    for (const revision of [renamed, repainted])
      await running.done(me, datasetCommands.revertDatasetItem, { ...path, body: { revision } });
    const { resource } = (await itemById(running.reading(me), path))!;
    expect(resource).toMatchObject({ name: 'b', attributes: { colour: 'green', size: 2 } });
  });
});
