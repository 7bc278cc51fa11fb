import { datasetCommands } from '@cairn/contracts';
import { type CommandReply, freshId, type Position, type QueryContext, system } from '@cairn/kernel';
import {
  datasetById,
  datasetsFor,
  itemById,
  itemHistory,
  itemsOfVersion,
  labelsOfVersion,
  labelStats,
  splitById,
  splitStat,
  splitsOfVersionAlone,
  versionById,
  versionByIdAlone,
} from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

const ITEMS = 120;
const page = { limit: 100, sort: 'created_at' };
const codeOf = (reply: CommandReply): string => (reply.status === 'refused' ? reply.code : reply.status);

describe('deleting what has children', () => {
  const me = someone();
  let running: RunningDatasets;
  let path: { dataset_id: string; version_id: string };
  let split_id: string;
  let item: string;
  let label_id: string;

  beforeEach(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'mails', default_splits: true };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    const [version] = resource.versions;
    path = { dataset_id, version_id: version!.id };
    split_id = version!.splits![0]!.id;
    label_id = await running.make(me, datasetCommands.createLabel, { ...path, body: { name: 'l' } }, 'label');
    const annotations = [{ type: 'classification' as const, label_id, value: {} }];
    const create = Array.from({ length: ITEMS }, () => ({ text: 'found by this', annotations }));
    await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create } });
    await running.make(me, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version');
    const listed = await itemsOfVersion(running.reading(me), path, { ...page, limit: 1 });
    item = listed!.elements[0]!.id;
  });
  afterEach(() => running.stop());

  /** What each way to the children of the version tells; `undefined` where nothing is found. */
  const ways = (context: QueryContext) => {
    const { dataset_id, version_id } = path;
    const items = (filters = {}) => itemsOfVersion(context, path, page, filters);
    return {
      version: async () => (await versionById(context, { dataset_id, id: version_id }))?.resource.id,
      byItsIdAlone: async () => (await versionByIdAlone(context, { id: version_id }))?.resource.id,
      splitsByItsIdAlone: async () =>
        (await splitsOfVersionAlone(context, { id: version_id }, page))?.elements.length,
      labels: async () => (await labelsOfVersion(context, { dataset_id, version_id }, page))?.elements.length,
      items: async () => (await items())?.total,
      itemsOfLabel: async () => (await items({ label_id }))?.total,
      itemsByWords: async () => (await items({ q: 'found' }))?.elements.length,
      item: async () => (await itemById(context, { ...path, id: item }))?.resource.id,
      countOfSplit: async () => (await splitStat(context, { dataset_id, version_id, split_id }))?.item_count,
      countOfLabel: async () =>
        (await labelStats(context, { dataset_id, version_id, split_id }, page))?.elements[0]?.count,
    };
  };
  const seen = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ways(running.reading(me))).map(async ([way, look]) => [way, await look()] as const),
      ),
    );
  const whole = () => ({
    version: path.version_id,
    byItsIdAlone: path.version_id,
    splitsByItsIdAlone: 3,
    labels: 1,
    items: ITEMS,
    itemsOfLabel: ITEMS,
    itemsByWords: page.limit,
    item,
    countOfSplit: ITEMS,
    countOfLabel: ITEMS,
  });
  const nothing = () => Object.fromEntries(Object.keys(whole()).map((way) => [way, undefined]));
  const appendedSince = async (after: Position) => {
    const categories = ['dataset', 'datasetVersion', 'datasetItem', 'datasetJob'];
    const { events } = await running.engines.log.readAll({ after, categories, limit: 1000 });
    return events.map(({ stream, type }) => [stream, type]);
  };

  it('law 6: a deleted dataset hides all that is under it by one event of its own, and a restore brings it back', async () => {
    const { dataset_id } = path;
    const before = await running.engines.log.head();
    await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
    expect(await appendedSince(before)).toEqual([[`dataset-${dataset_id}`, 'datasets.dataset.deleted.v1']]);
    expect(await seen()).toEqual(nothing());
    expect(await datasetsFor(running.reading(me), page)).toMatchObject({ elements: [], total: 0 });
    const change = { ...path, id: item, body: { name: 'x' } };
    expect(codeOf(await running.send(me, datasetCommands.updateDatasetItem, change))).toBe('not_found');
    const deleted = await running.engines.log.head();
    await running.done(me, datasetCommands.restoreDataset, { id: dataset_id });
    expect(await appendedSince(deleted)).toEqual([[`dataset-${dataset_id}`, 'datasets.dataset.restored.v1']]);
    expect(await seen()).toEqual(whole());
    expect((await datasetsFor(running.reading(me), page)).total).toBe(1);
  });

  it('law 6: a deleted version hides all that is under it by one event of its own, and a restore brings it back', async () => {
    const before = await running.engines.log.head();
    const stream = `datasetVersion-${path.version_id}`;
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    expect(await appendedSince(before)).toEqual([[stream, 'datasets.version.deleted.v1']]);
    expect(await seen()).toEqual(nothing());
    const { resource } = (await datasetById(running.reading(me), path.dataset_id))!;
    expect(resource.versions.map(({ id }) => id)).not.toContain(path.version_id);
    const change = { ...path, id: item, body: { name: 'x' } };
    expect(codeOf(await running.send(me, datasetCommands.updateDatasetItem, change))).toBe('not_found');
    await running.done(me, datasetCommands.restoreDatasetVersion, versionAt(path));
    expect(await seen()).toEqual(whole());
  });

  it.each(['dataset', 'version'] as const)(
    'law 6: what is under a deleted %s is there at the moments before and at none after, and its history tells what it was',
    async (parent) => {
      const { dataset_id, version_id } = path;
      const then = (await itemById(running.reading(me), { ...path, id: item }))!.resource.created_at;
      await running.later(then);
      if (parent === 'dataset') await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
      else await running.done(me, datasetCommands.deleteDatasetVersion, { dataset_id, id: version_id });
      const deleted = new Date().toISOString();
      await running.later(deleted);
      const { log, vault } = running.engines;
      const oldestFirst = { limit: 100, sort: 'revision' };
      const told = async (context: QueryContext) => [
        (await itemById(context, { ...path, id: item }))?.resource.id,
        (await itemHistory({ log, vault }, context, { ...path, id: item }, oldestFirst))?.elements.length,
      ];
      expect(await told(running.readingAt(me, then))).toEqual([item, 1]);
      expect(await told({ ...running.readingAt(me, then), pointInTime: { at: then } })).toEqual([item, 1]);
      expect(await told(running.readingAt(me, deleted))).toEqual([undefined, 1]);
      expect(await told(running.reading(me))).toEqual([undefined, 1]);
    },
  );

  it('law 6: what was purged is not restored, and can be read as it was', async () => {
    const { dataset_id } = path;
    const then = (await itemById(running.reading(me), { ...path, id: item }))!.resource.created_at;
    await running.later(then);
    await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
    await running.done(system, datasetCommands.purgeDataset, { id: dataset_id });
    expect(codeOf(await running.send(me, datasetCommands.restoreDataset, { id: dataset_id }))).toBe('purged');
    expect(await seen()).toEqual(nothing());
    const past = running.readingAt(me, then);
    expect((await datasetById(past, dataset_id))?.resource.name).toBe('mails');
    expect((await itemById(past, { ...path, id: item }))?.resource).toMatchObject({
      id: item,
      text: 'found by this',
    });
    const log = await running.engines.log.read(`datasetItem-${item}`);
    expect(log.map(({ type }) => type)).toEqual(['datasets.item.created.v1']);
  });

  it('law 6: a version that was purged is not restored, and can be read as it was', async () => {
    const { dataset_id, version_id } = path;
    const then = (await itemById(running.reading(me), { ...path, id: item }))!.resource.created_at;
    await running.later(then);
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    expect(codeOf(await running.send(me, datasetCommands.purgeVersion, { id: version_id }))).toBe(
      'forbidden',
    );
    await running.done(system, datasetCommands.purgeVersion, { id: version_id });
    expect(codeOf(await running.send(me, datasetCommands.restoreDatasetVersion, versionAt(path)))).toBe(
      'purged',
    );
    expect(await seen()).toEqual(nothing());
    expect(
      (await versionById(running.readingAt(me, then), { dataset_id, id: version_id }))?.resource.name,
    ).toBe('1');
    expect((await itemById(running.readingAt(me, then), { ...path, id: item }))?.resource.text).toBe(
      'found by this',
    );
  });

  it('law 6: a deleted split is a grouping less, its items stay', async () => {
    const before = await running.engines.log.head();
    await running.done(me, datasetCommands.deleteDatasetSplit, { ...path, id: split_id });
    expect((await appendedSince(before)).map(([stream]) => stream)).toEqual([
      `datasetVersion-${path.version_id}`,
    ]);
    const context = running.reading(me);
    expect(
      await splitById(context, { dataset_id: path.dataset_id, version_id: path.version_id, id: split_id }),
    ).toBeUndefined();
    expect(await splitStat(context, { ...path, split_id })).toBeUndefined();
    expect((await itemsOfVersion(context, path, page, { split_id }))!.total).toBe(0);
    expect((await itemsOfVersion(context, path, page))!.total).toBe(ITEMS);
    expect((await itemById(context, { ...path, id: item }))!.resource.splits).toEqual([]);
  });

  it('law 5: a child of what does not exist is neither made nor seen', async () => {
    const nowhere = { dataset_id: freshId(), version_id: freshId() };
    const context = running.reading(me);
    for (const wrong of [
      nowhere,
      { ...path, dataset_id: nowhere.dataset_id },
      { ...nowhere, dataset_id: path.dataset_id },
    ]) {
      const made = await running.send(me, datasetCommands.createDatasetItem, { ...wrong, body: {} });
      expect(codeOf(made)).toBe('not_found');
      expect(await itemById(context, { ...wrong, id: item })).toBeUndefined();
      expect(await itemsOfVersion(context, wrong, page)).toBeUndefined();
    }
    expect((await itemsOfVersion(context, path, page))!.total).toBe(ITEMS);
  });
});
