import { datasetCommands } from '@cairn/contracts';
import { documentsOf, feedersOf } from '@cairn/kernel/testkit';
import { datasetById, itemById } from './read-models/index.js';
import { COUNTS } from './read-models/counters/project.js';
import { ITEMS } from './read-models/items/project.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

describe('the documents of datasets', () => {
  const me = someone();
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  const source = () => ({
    ...running.engines,
    categories: ['dataset', 'datasetVersion', 'datasetItem', 'datasetJob'],
  });
  const dataset = async () => {
    const body = { name: 'mails', default_splits: true, multi_label: true };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const [version] = (await datasetById(running.reading(me), dataset_id))!.resource.versions;
    return { path: { dataset_id, version_id: version!.id }, splits: version!.splits!.map(({ id }) => id) };
  };
  const label = (path: { dataset_id: string; version_id: string }, name: string) =>
    running.make(me, datasetCommands.createLabel, { ...path, body: { name } }, 'label');

  /** Something of everything, on two datasets. */
  const muchHappens = async (): Promise<void> => {
    for (let index = 0; index < 2; index += 1) {
      const { path, splits } = await dataset();
      const label_id = await label(path, 'spam');
      const annotations = [{ type: 'classification' as const, label_id, value: {} }];
      const create = Array.from({ length: 5 }, () => ({ text: 'a', annotations }));
      await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create } });
      const item_id = await running.make(
        me,
        datasetCommands.createDatasetItem,
        { ...path, body: { annotations } },
        'item',
      );
      await running.done(me, datasetCommands.addItemsToSplit, {
        ...path,
        id: splits[1]!,
        body: { item_ids: [item_id] },
      });
      await running.done(me, datasetCommands.updateDatasetItem, {
        ...path,
        id: item_id,
        body: { name: 'n', annotations: [] },
      });
      await running.done(me, datasetCommands.createAnnotation, { ...path, item_id, body: annotations[0]! });
      await running.done(me, datasetCommands.deleteDatasetItem, { ...path, id: item_id });
      await running.done(me, datasetCommands.restoreDatasetItem, { ...path, id: item_id });
      await running.done(me, datasetCommands.updateLabel, { ...path, id: label_id, body: { name: 'ham' } });
      await running.done(me, datasetCommands.deleteDatasetSplit, { ...path, id: splits[2]! });
      await running.done(me, datasetCommands.deleteLabel, { ...path, id: label_id });
      await running.make(
        me,
        datasetCommands.createDatasetVersion,
        { dataset_id: path.dataset_id, body: {} },
        'version',
      );
      await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
      await running.done(me, datasetCommands.restoreDatasetVersion, versionAt(path));
      await running.done(me, datasetCommands.updateDataset, {
        id: path.dataset_id,
        body: { public: true },
      });
      await running.done(me, datasetCommands.deleteDataset, { id: path.dataset_id });
    }
  };

  it('law 1: are what a projection of the whole log makes', async () => {
    await muchHappens();
    const expected = await documentsOf(running.projections, source());
    const collections = running.projections.flatMap((one) => one.collections.map(({ name }) => name));
    expect(collections).toContain(COUNTS);
    for (const collection of collections) {
      const made = [...(expected.get(collection)?.values() ?? [])];
      const found = await running.engines.documents.find(collection, { filter: {}, sort: 'id', limit: 1000 });
      expect(found).toEqual(made.sort((one, other) => (one.id < other.id ? -1 : 1)));
    }
  });

  it('law 7: belong to one stream each, but for counters', async () => {
    await muchHappens();
    const feeders = await feedersOf(running.projections, source());
    expect(new Set(feeders.map(({ collection }) => collection)).size).toBe(8);
    const shared = feeders.filter(({ streams }) => streams.size > 1);
    expect(new Set(shared.map(({ collection }) => collection))).toEqual(
      new Set([COUNTS, 'dataset_version_usage']),
    );
    // Beside what is added, a counter tells when it was last added to, and what a version takes of which dataset it is.
    const fields = new Set(shared.flatMap((document) => [...document.fields]));
    expect(fields).toEqual(new Set(['updated_at', 'dataset_id']));
  });

  it('law 7: a label’s name stands in its version alone: a new name changes no item', async () => {
    const { path } = await dataset();
    const label_id = await label(path, 'zanzibar');
    const annotations = [{ type: 'classification' as const, label_id, value: {} }];
    const item = await running.make(
      me,
      datasetCommands.createDatasetItem,
      { ...path, body: { annotations } },
      'item',
    );
    const before = await running.engines.documents.get(ITEMS, item);
    await running.done(me, datasetCommands.updateLabel, { ...path, id: label_id, body: { name: 'quagga' } });
    const after = await running.engines.documents.get(ITEMS, item);
    expect(after).toEqual(before);
    expect(JSON.stringify(after)).not.toMatch(/zanzibar|quagga|mails|train/);
    const { resource, revision } = (await itemById(running.reading(me), { ...path, id: item }))!;
    expect([resource.annotations[0]!.label?.name, revision]).toEqual(['quagga', '0']);
    expect(await running.engines.log.read(`datasetItem-${item}`)).toHaveLength(1);
  });

  it('law 7: an item takes 10,000 annotations and not one more, 4 MB and not a byte more', async () => {
    const { path } = await dataset();
    const tag = { type: 'classification' as const, value: {} };
    const annotations = Array.from({ length: 10_000 }, () => tag);
    const item_id = await running.make(
      me,
      datasetCommands.createDatasetItem,
      { ...path, body: { annotations } },
      'item',
    );
    const more = { ...path, item_id, body: tag };
    const codes = [
      await running.send(me, datasetCommands.createAnnotation, more),
      await running.send(me, datasetCommands.updateDatasetItem, {
        ...path,
        id: item_id,
        body: { text: 'x'.repeat(4_000_000) },
      }),
    ].map((reply) => (reply.status === 'refused' ? reply.code : reply.status));
    expect(codes).toEqual(['too_many_annotations', 'item_too_large']);
    expect(await running.engines.log.read(`datasetItem-${item_id}`)).toHaveLength(1);
  });
});
