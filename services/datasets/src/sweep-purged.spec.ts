import { datasetCommands } from '@cairn/contracts';
import { system, sweepAll } from '@cairn/kernel';
import { datasetById, datasets, itemById, itemsOfVersion } from './read-models/index.js';
import { ITEMS, itemsProjection } from './read-models/items/project.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';
import { versionAt } from './testing/version-at.js';

/** More than one transaction removes. */
const MANY = 450;

interface Path {
  readonly dataset_id: string;
  readonly version_id: string;
}

describe('the sweep of what was purged', () => {
  const me = someone();
  const signal = new AbortController().signal;
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  const fill = (path: Path, count: number) => {
    const create = Array.from({ length: count }, (_, index) => ({ text: `mail ${index.toString()}` }));
    return running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create } });
  };
  const dataset = async (count: number): Promise<Path> => {
    const body = { name: 'mails' };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    const path = { dataset_id, version_id: resource.active_version_id! };
    await fill(path, count);
    return path;
  };
  const version = async ({ dataset_id }: Path, count: number): Promise<Path> => {
    const input = { dataset_id, body: {} };
    const version_id = await running.make(me, datasetCommands.createDatasetVersion, input, 'version');
    await fill({ dataset_id, version_id }, count);
    return { dataset_id, version_id };
  };
  const purge = async ({ dataset_id }: Path): Promise<void> => {
    await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
    await running.done(system, datasetCommands.purgeDataset, { id: dataset_id });
  };
  const sweep = (): Promise<number> => sweepAll(datasets.sweep, running.tools, signal);
  const kept = ({ version_id }: Path): Promise<number> =>
    running.engines.documents.count(ITEMS, { fields: { version_id, deleted: [true, false] } }, 10_000);

  it('law 6: removes the items of every version of a purged dataset, deleted ones too, and no others', async () => {
    const [purged, deleted, there] = [await dataset(MANY), await dataset(3), await dataset(3)];
    const second = await version(purged, 2);
    const [item] = (await itemsOfVersion(running.reading(me), purged, { limit: 1, sort: 'created_at' }))!
      .elements;
    await running.done(me, datasetCommands.deleteDatasetItem, { ...purged, id: item!.id });
    await running.done(me, datasetCommands.deleteDataset, { id: deleted.dataset_id });
    await purge(purged);
    expect(await sweep()).toBe(MANY + 2);
    expect(await Promise.all([purged, second, deleted, there].map(kept))).toEqual([0, 0, 3, 3]);
    expect(await sweep()).toBe(0);
  });

  it('law 6: removes the items of a purged version, and those of no other version', async () => {
    const first = await dataset(3);
    const [purged, deleted] = [await version(first, 4), await version(first, 5)];
    for (const path of [purged, deleted])
      await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(path));
    await running.done(system, datasetCommands.purgeVersion, { id: purged.version_id });
    expect(await sweep()).toBe(4);
    expect(await Promise.all([first, purged, deleted].map(kept))).toEqual([3, 0, 5]);
  });

  it('law 6: cuts nothing from the log: an item can be read as it was, and counts go on from where they were', async () => {
    const path = await dataset(1);
    const [item] = (await itemsOfVersion(running.reading(me), path, { limit: 1, sort: 'created_at' }))!
      .elements;
    await running.later(item!.created_at);
    await purge(path);
    await sweep();
    const past = running.readingAt(me, item!.created_at);
    expect((await itemById(past, { ...path, id: item!.id }))?.resource.text).toBe('mail 0');
    expect(await running.engines.log.read(`datasetItem-${item!.id}`)).toHaveLength(1);
    const other = await dataset(2);
    expect(await kept(other)).toBe(2);
  });

  it('removes again what a rebuild has made again', async () => {
    const path = await dataset(3);
    await purge(path);
    await sweep();
    await running.rebuild(itemsProjection.name);
    expect(await kept(path)).toBe(3);
    expect(await sweep()).toBe(3);
    expect(await kept(path)).toBe(0);
  });

  it('removes nothing where another replica projects, nor after it was told to stop', async () => {
    const path = await dataset(3);
    await purge(path);
    expect(
      await sweepAll(datasets.sweep, { ...running.tools, removeDocuments: async () => false }, signal),
    ).toBe(0);
    expect(await sweepAll(datasets.sweep, running.tools, AbortSignal.abort())).toBe(0);
    expect(await kept(path)).toBe(3);
  });
});
