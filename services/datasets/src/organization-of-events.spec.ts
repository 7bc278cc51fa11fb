import { randomUUID } from 'node:crypto';
import { datasetCommands } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';
import { datasetById } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

describe('the organization of events', () => {
  const organization = randomUUID();
  const me: Principal = someone();
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  /** Of each event in the log, with its type. */
  const told = async (after = '') => {
    const categories = ['dataset', 'datasetVersion', 'datasetItem', 'datasetJob'];
    const { events } = await running.engines.log.readAll({ after, categories, limit: 1000 });
    return events.map(({ type, metadata }) => [type, metadata.organization]);
  };
  const made = async (principal: Principal) => {
    const input = { body: { name: 'mails', default_splits: true } };
    const dataset_id = await running.make(principal, datasetCommands.createDataset, input, 'dataset');
    const [version] = (await datasetById(running.reading(me), dataset_id))!.resource.versions;
    return { dataset_id, version_id: version!.id };
  };
  const muchHappens = async (path: { dataset_id: string; version_id: string }) => {
    const { dataset_id } = path;
    const label_id = await running.make(
      me,
      datasetCommands.createLabel,
      { ...path, body: { name: 'l' } },
      'label',
    );
    const annotations = [{ type: 'classification' as const, label_id, value: {} }];
    const item_id = await running.make(
      me,
      datasetCommands.createDatasetItem,
      { ...path, body: { annotations } },
      'item',
    );
    await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create: [{ text: 'a' }] } });
    await running.done(me, datasetCommands.deleteDatasetItem, { ...path, id: item_id });
    await running.make(me, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version');
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    await running.done(me, datasetCommands.restoreDatasetVersion, versionAt(path));
    await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
  };

  it('is that of the dataset: on what is in it too, whoever did it', async () => {
    await muchHappens(await made({ ...me, organizationId: organization }));
    const all = await told();
    expect(all.length).toBeGreaterThan(9);
    expect(all).toEqual(all.map(([type]) => [type, organization]));
  });

  it('is none where the dataset is in none', async () => {
    await muchHappens(await made(me));
    const all = await told();
    expect(all).toEqual(all.map(([type]) => [type, undefined]));
  });
});
