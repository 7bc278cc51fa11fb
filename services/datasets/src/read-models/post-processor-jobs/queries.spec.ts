/** Who is told of which jobs of post-processors. */
import { datasetCommands as commands } from '@cairn/contracts';
import { someone } from '@cairn/kernel/testkit';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { itemWithJobs, jobsOfDataset, jobsOfItem } from './queries.js';

const page = { limit: 10, sort: 'created_at' };

let world: LabellingDatasets;
let item: string;
beforeEach(async () => {
  world = await LabellingDatasets.start();
  await world.postProcessor();
  world.startWorker();
  item = await world.item();
  await world.settled();
});
afterEach(() => world.stop());

const seenBy = async (who = world.owner, filters = {}) => {
  const found = await jobsOfDataset(world.under.reading(who), world, page, filters);
  return found?.elements.map(({ dataset_item_id }) => dataset_item_id);
};
const inItem = () => ({ dataset_id: world.dataset_id, version_id: world.version_id, item_id: item });

it('who may not read the dataset is told nothing', async () => {
  expect(await seenBy(someone())).toBeUndefined();
  expect(await jobsOfItem(world.under.reading(someone()), inItem(), page, {})).toBeUndefined();
});

it('a reader is told of those since the visible history begins, who may write of all', async () => {
  const eve = someone();
  const body = { visibility: 'public' as const, history_from: 'now' as const };
  await world.under.done(world.owner, commands.updateDataset, { id: world.dataset_id, body });
  expect(await seenBy(eve)).toEqual([]);
  expect((await jobsOfItem(world.under.reading(eve), inItem(), page, {}))?.elements).toEqual([]);
  expect(await seenBy(eve, { from: '2000-01-01T00:00:00.000Z' })).toEqual([]);
  const later = await world.item();
  await world.settled();
  expect(await seenBy(eve)).toContain(later);
  expect(await seenBy(eve)).not.toContain(item);
  expect(await seenBy()).toContain(item);
});

it('they are narrowed by status, item and version', async () => {
  expect(await seenBy(world.owner, { status: ['failed', 'pending'] })).toEqual([]);
  expect(await seenBy(world.owner, { status: ['completed'], item_id: item })).toEqual([item]);
  expect(await seenBy(world.owner, { version_id: item })).toEqual([]);
});

it('an item says what its jobs have come to, of today alone', async () => {
  const path = { ...inItem(), id: item };
  const told = async (context = world.under.reading(world.owner)) =>
    (await itemWithJobs(context, path))?.resource.job_status;
  expect(await told()).toMatchObject({ status: 'completed', total: 1, completed: 1, failed: 0 });
  expect(await told(world.under.readingAt(world.owner, new Date().toISOString()))).toBeUndefined();
});
