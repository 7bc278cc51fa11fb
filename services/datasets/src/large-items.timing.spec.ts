import { datasetCommands } from '@cairn/contracts';
import type { CommandReply } from '@cairn/kernel';
import { datasetById, itemById, itemHistory, labelStats, versionById } from './read-models/index.js';
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
      datasetCommands.createDatasetItem,
      { ...path, body: { annotations } },
      'item',
    );
    await running.done(me, datasetCommands.updateDatasetItem, {
      ...path,
      id: item_id,
      body: { annotations: [] },
    });
    await running.done(me, datasetCommands.revertDatasetItem, {
      ...path,
      id: item_id,
      body: { revision: 1 },
    });
    const source = running.engines;
    const page = { limit: 1_000, sort: 'revision' };
    const history = await itemHistory(source, running.reading(me), { ...path, id: item_id }, page);
    expect(history?.total).toBe(3);
    expect(history?.elements).toHaveLength(3);
    const took = performance.now() - begun;
    const found = await itemById(running.reading(me), { ...path, id: item_id });
    expect(found?.resource.annotations).toHaveLength(many);
    return took;
  };

  it('costs what its annotations are: ten times as many no more than ten times as much, and some', async () => {
    const path = await someVersion();
    await duration(path, 1_000);
    const small = Math.min(await duration(path, 1_000), await duration(path, 1_000));
    expect((await duration(path, 10_000)) / small).toBeLessThan(30);
  });

  /** A version with labels and splits, and an item that is in all of these splits under all of these labels. */
  const wide = async (splits: number, labels: number) => {
    const dataset_id = (await someVersion()).dataset_id;
    const named = (prefix: string, many: number) =>
      Array.from({ length: many }, (_, index) => ({ name: `${prefix}${index}` }));
    const body = { labels: named('l', labels), splits: named('s', splits) };
    const version_id = await running.make(
      me,
      datasetCommands.createDatasetVersion,
      { dataset_id, body },
      'version',
    );
    const path = { dataset_id, version_id };
    const { resource } = (await versionById(running.reading(me), { dataset_id, id: version_id }))!;
    const value = { x: 1, y: 1, width: 1, height: 1 };
    const item = {
      splits: resource.splits!.map(({ id }) => ({ id })),
      annotations: resource.labels!.map(({ id }) => ({ type: 'rectangle' as const, label_id: id, value })),
    };
    return { path, item };
  };
  const codeOf = (reply: CommandReply): string => (reply.status === 'refused' ? reply.code : reply.status);

  it('law 7: changes no more counters than it may, and others’ writes go on', async () => {
    const { path, item } = await wide(101, 1_000);
    const create = (splits: number, labels: number) =>
      running.send(me, datasetCommands.createDatasetItem, {
        ...path,
        body: { splits: item.splits.slice(0, splits), annotations: item.annotations.slice(0, labels) },
      });
    expect(codeOf(await create(101, 0))).toBe('too_many_splits');
    expect(codeOf(await create(100, 1_000))).toBe('too_many_splits');
    expect(codeOf(await create(100, 11))).toBe('too_many_splits');
    expect(codeOf(await create(100, 10))).toBe('done');
    expect(codeOf(await create(1, 1_000))).toBe('done');
    expect(codeOf(await create(0, 1_000))).toBe('done');
    const counts = await labelStats(
      running.reading(me),
      { dataset_id: path.dataset_id, version_id: path.version_id, split_id: item.splits[0]!.id },
      { sort: 'created_at', limit: 1000 },
    );
    const twice = counts?.elements.filter(({ count }) => count === 2);
    expect([counts?.elements.length, twice?.length]).toEqual([1_000, 10]);
  });

  it('law 7: comes to no more splits or labels than it may by any change', async () => {
    const { path, item } = await wide(101, 11);
    const [label] = item.annotations.slice(10);
    const [split] = item.splits.slice(100);
    const body = { splits: item.splits.slice(0, 100), annotations: item.annotations.slice(0, 10) };
    const id = await running.make(me, datasetCommands.createDatasetItem, { ...path, body }, 'item');
    const at = { ...path, id };
    const update = (changes: object) =>
      running.send(me, datasetCommands.updateDatasetItem, { ...at, body: changes });
    expect(codeOf(await update({ annotations: item.annotations }))).toBe('too_many_splits');
    expect(codeOf(await update({ splits: item.splits }))).toBe('too_many_splits');
    expect(
      codeOf(
        await running.send(me, datasetCommands.createAnnotation, { ...path, item_id: id, body: label! }),
      ),
    ).toBe('too_many_splits');
    const added = await running.done(me, datasetCommands.addItemsToSplit, {
      ...path,
      id: split!.id,
      body: { item_ids: [id] },
    });
    expect(added.result).toMatchObject({ added: 0, errors: [{ index: 0, code: 'too_many_splits' }] });
    expect(codeOf(await update({ name: 'n', annotations: [label] }))).toBe('done');
  });
});
