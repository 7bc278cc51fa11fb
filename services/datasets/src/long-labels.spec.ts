import { datasetCommands } from '@cairn/contracts';
import type { PageRequest } from '@cairn/kernel';
import { datasetById, itemById, itemsOfVersion, versionById } from './read-models/index.js';
import { versionAt } from './testing/version-at.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const LONG = 'x'.repeat(10_000);
const SHORT = 'y'.repeat(490);
const [ITEMS, ANNOTATIONS] = [16, 700];
const page = { limit: 1_000, sort: 'created_at' };

/** An item tells of a label with each annotation that names it: an answer must not grow by what labels say. */
describe('S11: labels that say much', () => {
  const me = someone();
  let running: RunningDatasets;
  let path: { dataset_id: string; version_id: string };
  beforeAll(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'birds', default_splits: false, multi_label: true };
    const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    path = { dataset_id, version_id: resource.active_version_id! };
  });
  afterAll(() => running.stop());

  const label = (name: string, description: string) =>
    running.make(me, datasetCommands.createLabel, { ...path, body: { name, description } }, 'label');
  const item = (labels: readonly string[]) => {
    const value = { x: 0, y: 0, width: 0.5, height: 0.5 };
    const annotations = labels.map((label_id) => ({ type: 'rectangle' as const, label_id, value }));
    return running.make(me, datasetCommands.createDatasetItem, { ...path, body: { annotations } }, 'item');
  };

  it('are told without long texts by items, and whole by their version', async () => {
    const id = await item([await label('long', LONG), await label('short', SHORT)]);
    const { resource } = (await itemById(running.reading(me), { ...path, id }))!;
    expect(resource.annotations.map((one) => one.label?.description)).toEqual(['', SHORT]);
    const version = (await versionById(running.reading(me), versionAt(path)))!.resource;
    expect(version.labels?.map(({ description }) => description)).toEqual([LONG, SHORT]);
  });

  it('end a page of items by what is told of them', async () => {
    const one = await label('another', SHORT);
    for (let made = 0; made < ITEMS; made += 1) await item(Array.from({ length: ANNOTATIONS }, () => one));
    const told: number[] = [];
    for (let after: PageRequest['after'], isEnd = false; !isEnd;) {
      const wanted = { ...page, ...(after === undefined ? {} : { after }) };
      const found = (await itemsOfVersion(running.reading(me), path, wanted))!;
      expect(JSON.stringify(found.elements).length).toBeLessThan(10_000_000);
      expect(found.total).toBe(ITEMS + 1);
      told.push(found.elements.length);
      [after, isEnd] = [found.next, found.next === undefined];
    }
    expect(told.length).toBeGreaterThan(1);
    expect(told.reduce((sum, count) => sum + count)).toBe(ITEMS + 1);
  });
});
