import { datasetCommands, type DatasetItemInput } from '@cairn/contracts';
import { type CommandReply, freshId, type Page } from '@cairn/kernel';
import {
  datasetById,
  itemById,
  itemsOfVersion,
  labelStats,
  splitStat,
  versionById,
} from './read-models/index.js';
import type { InVersion } from './read-models/parents.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

const page = { limit: 100, sort: 'created_at' };
const codeOf = (reply: CommandReply): string => (reply.status === 'refused' ? reply.code : reply.status);
const idsOf = (found: Page<{ readonly id: string }> | undefined) => found?.elements.map(({ id }) => id);

describe('the datasets service', () => {
  let running: RunningDatasets;
  beforeAll(async () => {
    running = await RunningDatasets.start();
  });
  afterAll(() => running.stop());

  const me = someone();
  const datasetWithSplits = async (body: { multi_label?: boolean } = {}) => {
    const dataset_id = await running.make(
      me,
      datasetCommands.createDataset,
      { body: { name: 'mails', default_splits: true, ...body } },
      'dataset',
    );
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    const [version] = resource.versions;
    const [train, validation, test] = version!.splits!;
    return {
      path: { dataset_id, version_id: version!.id },
      train: train!.id,
      validation: validation!.id,
      test: test!.id,
    };
  };

  const newItem = (path: InVersion, body: DatasetItemInput): Promise<string> =>
    running.make(me, datasetCommands.createDatasetItem, { ...path, body }, 'item');

  it('makes version 1 with three splits, active', async () => {
    const { path, train } = await datasetWithSplits();
    const { resource, revision } = (await datasetById(running.reading(me), path.dataset_id))!;
    expect(revision).toBe('0');
    expect(resource).toMatchObject({
      name: 'mails',
      visibility: 'private',
      public: false,
      shared_with_me: false,
      has_logo: false,
      logo: '',
      active_version_id: path.version_id,
      activation: { version_id: path.version_id, at: resource.created_at, user_id: me.userId, reason: '' },
      versions: [{ name: '1', default_split: train, labels: [] }],
    });
    expect(resource.versions[0]!.splits!.map(({ name }) => name)).toEqual(['train', 'validation', 'test']);
  });

  it('keeps items, counts and statistics together', async () => {
    const { path, train, validation } = await datasetWithSplits({ multi_label: true });
    const label_id = await running.make(
      me,
      datasetCommands.createLabel,
      { ...path, body: { name: 'spam' } },
      'label',
    );
    const tagged = { type: 'classification' as const, label_id, value: {} };
    const item = await newItem(path, { name: 'one', text: 'You have won', annotations: [tagged] });
    await running.done(me, datasetCommands.addItemsToSplit, {
      ...path,
      id: validation,
      body: { item_ids: [item] },
    });
    const context = running.reading(me);
    const found = (await itemById(context, { ...path, id: item }))!.resource;
    expect(found.splits.map(({ id }) => id)).toEqual([train, validation]);
    expect(found.annotations).toMatchObject([{ label_id, label: { name: 'spam' }, source: 'manual' }]);
    for (const split_id of [train, validation]) {
      const listed = (await itemsOfVersion(context, path, page, { split_id }))!;
      expect(idsOf(listed)).toEqual([item]);
      expect(listed).toMatchObject({ total: 1, totalExact: true });
    }
    const stats = (await labelStats(context, { ...path, split_id: train }, page))!;
    expect(stats.elements).toMatchObject([{ label_id, count: 1, item_count: 1, annotation_count: 1 }]);
    const words = (await itemsOfVersion(context, path, page, { q: 'have wo' }))!;
    expect(idsOf(words)).toEqual([item]);
  });

  it('hides what a deleted label marked, until the deletion is undone', async () => {
    const { path, train } = await datasetWithSplits();
    const label_id = await running.make(
      me,
      datasetCommands.createLabel,
      { ...path, body: { name: 'spam' } },
      'label',
    );
    const annotations = [{ type: 'classification' as const, label_id, value: {} }];
    const item = await newItem(path, { annotations });
    const deleted = await running.done(me, datasetCommands.deleteLabel, { ...path, id: label_id });
    const context = running.reading(me);
    expect((await itemById(context, { ...path, id: item }))!.resource.annotations).toEqual([]);
    const stat = await splitStat(context, { ...path, split_id: train });
    expect(stat).toMatchObject({ item_count: 1, annotation_count: 0, label_id: '' });
    await running.done(me, datasetCommands.revertDatasetVersion, {
      ...versionAt(path),
      body: { revision: Number(deleted.revision) },
    });
    expect((await itemById(context, { ...path, id: item }))!.resource.annotations).toHaveLength(1);
    const again = await splitStat(context, { ...path, split_id: train });
    expect(again).toMatchObject({ item_count: 1, annotation_count: 1 });
  });

  it('deletes an item out of its last split and undoes what is reverted', async () => {
    const { path, train } = await datasetWithSplits();
    const item_id = await newItem(path, {});
    const at = { ...path, id: item_id };
    await running.done(me, datasetCommands.removeItemFromSplit, { ...path, split_id: train, id: item_id });
    const context = running.reading(me);
    expect(await itemById(context, at)).toBeUndefined();
    expect((await itemById(context, at, { deletedToo: true }))!.resource.splits).toEqual([]);
    expect((await itemsOfVersion(context, path, page))!.total).toBe(0);
    await running.done(me, datasetCommands.revertDatasetItem, { ...at, body: { revision: 1 } });
    expect((await itemById(context, at))!.resource.splits.map(({ id }) => id)).toEqual([train]);
    const renamed = { ...at, body: { name: 'b' } };
    const done = await running.done(me, datasetCommands.updateDatasetItem, renamed);
    await running.done(me, datasetCommands.updateDatasetItem, { ...at, body: { name: 'c' } });
    const revert = { ...at, body: { revision: Number(done.revision) } };
    expect(codeOf(await running.send(me, datasetCommands.revertDatasetItem, revert))).toBe('not_revertible');
    const future = { ...at, body: { revision: 99 } };
    expect(codeOf(await running.send(me, datasetCommands.revertDatasetItem, future))).toBe('in_future');
  });

  it('undoes a text and the spans that were sent with it, named by the newest event', async () => {
    const { path } = await datasetWithSplits();
    const span = (text: string) => ({ type: 'span' as const, value: { start: 0, end: text.length, text } });
    const body = { text: 'one', annotations: [span('one')] };
    const at = { ...path, id: await newItem(path, body) };
    const [before] = (await itemById(running.reading(me), at))!.resource.annotations;
    const changes = { text: 'three', annotations: [{ id: before!.id, ...span('three') }] };
    const done = await running.done(me, datasetCommands.updateDatasetItem, { ...at, body: changes });
    expect(done.revision).toBe('2');
    await running.done(me, datasetCommands.revertDatasetItem, { ...at, body: { revision: 2 } });
    expect((await itemById(running.reading(me), at))!.resource).toMatchObject({
      text: 'one',
      annotations: [{ id: before!.id, value: { start: 0, end: 3, text: 'one' } }],
    });
    await running.done(me, datasetCommands.revertDatasetItem, { ...at, body: { revision: 4 } });
    expect((await itemById(running.reading(me), at))!.resource.text).toBe('three');
  });

  it('does a bulk row by row', async () => {
    const { path } = await datasetWithSplits();
    const reply = await running.done(me, datasetCommands.bulkDatasetItems, {
      ...path,
      body: {
        create: [{ text: 'a' }, { splits: [{ id: path.dataset_id }] }, { text: 'b' }],
        delete: [path.dataset_id],
      },
    });
    expect(reply.result).toMatchObject({
      created: 2,
      updated: 0,
      deleted: 0,
      unchanged: 0,
      errors: [
        { index: 1, code: 'foreign_split' },
        { index: 3, code: 'not_found' },
      ],
    });
    expect((await itemsOfVersion(running.reading(me), path, page))!.total).toBe(2);
  });

  it('tells of each place of what cannot be put into a split', async () => {
    const { path, validation } = await datasetWithSplits();
    const unknown = freshId();
    const { result } = await running.done(me, datasetCommands.addItemsToSplit, {
      ...path,
      id: validation,
      body: { item_ids: [unknown, unknown] },
    });
    expect(result).toMatchObject({
      added: 0,
      unchanged: 0,
      errors: [
        { index: 0, code: 'not_found' },
        { index: 1, code: 'not_found' },
      ],
    });
  });

  it('keeps the last version, and shows the newest as active when the active one goes', async () => {
    const { path } = await datasetWithSplits();
    expect(codeOf(await running.send(me, datasetCommands.deleteDatasetVersion, versionAt(path)))).toBe(
      'conflict',
    );
    const second = await running.make(
      me,
      datasetCommands.createDatasetVersion,
      { dataset_id: path.dataset_id, body: {} },
      'version',
    );
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    const context = running.reading(me);
    const { resource } = (await datasetById(context, path.dataset_id))!;
    expect(resource).toMatchObject({ active_version_id: second, versions: [{ id: second, name: '2' }] });
    expect(resource).not.toHaveProperty('activation');
    await running.done(me, datasetCommands.restoreDatasetVersion, versionAt(path));
    expect((await versionById(context, versionAt(path)))!.resource.name).toBe('1');
    expect((await datasetById(context, path.dataset_id))!.resource).toMatchObject({
      active_version_id: path.version_id,
      activation: { version_id: path.version_id },
    });
  });

  it('lists what was there then, though more came since', async () => {
    const { path } = await datasetWithSplits();
    const first = await newItem(path, { name: 'a' });
    await running.later((await itemById(running.reading(me), { ...path, id: first }))!.resource.created_at);
    const second = await newItem(path, { name: 'b' });
    const then = (await itemById(running.reading(me), { ...path, id: second }))!.resource.created_at;
    const rename = { ...path, id: first, body: { name: 'later' } };
    await running.later(then);
    await running.done(me, datasetCommands.updateDatasetItem, rename);
    await running.done(me, datasetCommands.deleteDatasetItem, { ...path, id: second });
    const more = Array.from({ length: 5 }, () => ({ text: 'more' }));
    await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create: more } });
    const past = running.readingAt(me, then);
    const newest = (await itemsOfVersion(past, path, { limit: 1, sort: '-created_at' }))!;
    expect(newest).toMatchObject({ elements: [{ id: second, name: 'b' }], total: 2 });
    const next = { limit: 1, sort: '-created_at', after: newest.next! };
    const oldest = (await itemsOfVersion(past, path, next))!;
    expect(oldest.elements).toMatchObject([{ id: first, name: 'a' }]);
    expect(oldest.next).toBeUndefined();
  });

  it('refuses one classification only while items have more', async () => {
    const { path } = await datasetWithSplits({ multi_label: true });
    const annotations = [
      { type: 'classification' as const, value: {} },
      { type: 'classification' as const, value: {} },
    ];
    await newItem(path, { annotations });
    const single = { id: path.dataset_id, body: { multi_label: false } };
    expect(codeOf(await running.send(me, datasetCommands.updateDataset, single))).toBe(
      'multi_label_violation',
    );
  });
});
