import { datasetCommands } from '@cairn/contracts';
import { KeptFolds, PastBudget, type Page, type PageRequest, type QueryContext } from '@cairn/kernel';
import { datasetById, datasetsFor, itemsOfVersion, versionsOfDataset } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const DATASETS = 12;
const ITEMS = 30;

/** A page of the past ends where the request has read as much as it may; all pages together are the list. */
describe('lists of the past, within what one request may read', () => {
  const me = someone();
  let running: RunningDatasets;
  let path: { dataset_id: string; version_id: string };
  let then: string;

  beforeAll(async () => {
    running = await RunningDatasets.start();
    for (let n = 0; n < DATASETS; n += 1) {
      const body = { name: `dataset ${n}` };
      const dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
      for (let more = 0; more < n % 3; more += 1)
        await running.make(me, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version');
      const { resource } = (await datasetById(running.reading(me), dataset_id))!;
      path = { dataset_id, version_id: resource.active_version_id! };
    }
    const create = Array.from({ length: ITEMS }, (_, n) => ({ text: `then ${n}` }));
    await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create } });
    then = new Date().toISOString();
    await running.later(then);
    const items = (await itemsOfVersion(running.reading(me), path, { limit: 100, sort: 'created_at' }))!;
    const update = items.elements.slice(0, 20).map(({ id }) => ({ id, text: 'now' }));
    const gone = items.elements.slice(20).map(({ id }) => id);
    await running.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { update, delete: gone } });
  });
  afterAll(() => running.stop());

  type List = (
    context: QueryContext,
    page: PageRequest,
  ) => Promise<Page<{ readonly id: string }> | undefined>;
  const lists: readonly (readonly [string, List])[] = [
    ['datasets', (context, page) => datasetsFor(context, page)],
    ['versions', (context, page) => versionsOfDataset(context, { dataset_id: path.dataset_id }, page)],
    ['items', (context, page) => itemsOfVersion(context, path, page)],
  ];

  it.each(lists)('are the same %s in short pages, to and fro', async (_, list) => {
    for (const sort of ['created_at', '-created_at']) {
      const whole = (await list(running.readingAt(me, then), { limit: 100, sort }))!;
      const told: unknown[] = [];
      let after: Page<unknown>['next'];
      let pages = 0;
      do {
        let read = 0;
        const past = {
          budget: new PastBudget({ events: 10 }, ({ events }) => (read = events)),
          kept: new KeptFolds(1_000_000),
        };
        const request = { limit: 100, sort, ...(after && { after }) };
        const page = (await list(running.readingAt(me, then, past), request))!;
        expect(page.elements.length).toBeGreaterThan(0);
        expect(page.total).toBeGreaterThanOrEqual(page.elements.length);
        expect(page.total).toBeLessThanOrEqual(whole.total);
        expect(read).toBeLessThan(20);
        told.push(...page.elements);
        [after, pages] = [page.next, pages + 1];
      } while (after !== undefined);
      expect(told).toEqual(whole.elements);
      expect([whole.totalExact, whole.total]).toEqual([true, whole.elements.length]);
      if (whole.total > 5) expect(pages).toBeGreaterThan(2);
    }
  });

  it('are texts of then, and what is deleted now', async () => {
    const { elements } = (await itemsOfVersion(running.readingAt(me, then), path, {
      limit: 100,
      sort: 'created_at',
    }))!;
    expect(elements.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: ITEMS }, (_, n) => `then ${n}`).sort(),
    );
  });
});
