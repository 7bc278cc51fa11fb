import { datasetCommands } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';
import {
  datasetById,
  datasetsFor,
  itemById,
  itemHistory,
  itemsOfVersion,
  versionHistory,
} from './read-models/index.js';
import { datasetsService } from './service.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const { mayRead } = datasetsService.published!;

describe('a dataset that is shown from now on', () => {
  const me = someone();
  const other = someone();
  const page = { limit: 100, sort: 'revision' };
  const many = { limit: 100, sort: 'created_at' };
  let running: RunningDatasets;
  let dataset_id: string;
  let path: { dataset_id: string; version_id: string };
  let item: string;
  let goneItem: string;
  let goneVersion: string;
  let before: string;
  let begins: string;

  const change = async (name: string): Promise<void> => {
    await running.done(me, datasetCommands.updateDataset, { id: dataset_id, body: { name } });
    await running.done(me, datasetCommands.updateDatasetItem, { ...path, id: item, body: { name } });
  };
  const made = async (): Promise<string> => {
    await running.done(me, datasetCommands.bulkDatasetItems, {
      ...path,
      body: { create: [{ text: 'private' }] },
    });
    return (await itemsOfVersion(running.reading(me), path, many))!.elements.at(-1)!.id;
  };

  beforeAll(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'private' };
    dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    path = {
      dataset_id,
      version_id: (await datasetById(running.reading(me), dataset_id))!.resource.active_version_id!,
    };
    item = await made();
    await running.later((await itemById(running.reading(me), { ...path, id: item }))!.resource.created_at);
    goneItem = await made();
    await running.done(me, datasetCommands.deleteDatasetItem, { ...path, id: goneItem });
    goneVersion = await running.make(
      me,
      datasetCommands.createDatasetVersion,
      { dataset_id, body: {} },
      'version',
    );
    await running.done(me, datasetCommands.deleteDatasetVersion, { dataset_id, id: goneVersion });
    await change('private');
    before = new Date().toISOString();
    await running.later(before);
    const shown = { public: true, name: 'clean', history_from: 'now' as const };
    await running.done(me, datasetCommands.updateDataset, { id: dataset_id, body: shown });
    begins = (await datasetById(running.reading(me), dataset_id))!.resource.history_from!;
    await running.later(begins);
    await change('later');
  });
  afterAll(() => running.stop());

  it('is not there for others before', async () => {
    const seen = async (who: Principal, at: string) => {
      const context = running.readingAt(who, at);
      const { elements, total } = await datasetsFor(context, many);
      return [
        (await datasetById(context, dataset_id))?.resource.name,
        (await itemById(context, { ...path, id: item }))?.resource.name,
        (await itemsOfVersion(context, path, many))?.elements.length,
        elements.length,
        total,
      ];
    };
    expect(await seen(other, before)).toEqual([undefined, undefined, undefined, 0, 0]);
    expect(await seen(me, before)).toEqual(['private', 'private', 1, 1, 1]);
    expect(await seen(other, begins)).toEqual(['clean', 'private', 1, 1, 1]);
  });

  it('tells nothing of what was deleted before', async () => {
    const toldOf = async (who: Principal) => {
      const context = running.reading(who);
      return [
        (await itemHistory(running.engines, context, { ...path, id: item }, page))?.elements.length,
        (await itemHistory(running.engines, context, { ...path, id: goneItem }, page))?.elements.length,
        (await versionHistory(running.engines, context, { dataset_id, id: goneVersion }, page))?.elements
          .length,
      ];
    };
    expect(await toldOf(me)).toEqual([3, 2, 2]);
    expect(await toldOf(other)).toEqual([1, undefined, undefined]);
  });

  it('tells the data of events from there on', async () => {
    for (const stream of [`dataset-${dataset_id}`, `datasetItem-${item}`])
      for (const { metadata } of await running.engines.log.read(stream)) {
        const then = (who: Principal) => ({ ...running.reading(who), pointInTime: metadata });
        expect(await mayRead!(then(other), stream)).toBe(metadata.at >= begins);
        expect(await mayRead!(then(me), stream)).toBe(true);
      }
  });
});
