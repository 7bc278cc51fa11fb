/** A copy of a version knows which annotations a post-processor made that nobody has touched. */
import { datasetCommands as commands } from '@cairn/contracts';
import { StartedWorkers } from '@cairn/kernel/testkit';
import { datasetItem } from '../../domain/item/state.js';
import { copyId } from '../../domain/job/copies.js';
import { ITEMS } from '../../read-models/items/project.js';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { jobWork } from '../job-worker.js';

let world: LabellingDatasets;
const copies = new StartedWorkers();
beforeEach(async () => {
  world = await LabellingDatasets.start();
  await world.postProcessor();
  world.startWorker();
  copies.start(jobWork(world.tools, { lookEveryMs: 5, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20 }));
});
afterEach(async () => {
  await copies.stop();
  await world.stop();
});

it('another text of a copied item takes those away, and leaves what somebody changed', async () => {
  const items = [await world.item(), await world.item()];
  const [, confirmed = ''] = items;
  await world.settled();
  const [made] = Object.values((await world.itemNow(confirmed)).annotations);
  const { id, type, label_id } = made!;
  await world.change(confirmed, { annotations: [{ id, type, label_id, ground_truth: true }] });

  const { dataset_id, version_id, under, owner } = world;
  const source = { dataset_id, id: version_id, body: {} };
  const copy = await under.make(owner, commands.duplicateDatasetVersion, source, 'version');
  for (const item of items) {
    const body = { text: 'See you tomorrow' };
    const change = { dataset_id, version_id: copy, id: copyId(copy, item), body };
    await world.until(
      async () => (await under.send(owner, commands.updateDatasetItem, change)).status === 'done',
    );
  }
  await world.settled();
  const annotationsOf = async (item: string) => {
    const { state } = await world.tools.streams.current(datasetItem, copyId(copy, item));
    return state.status === 'none' ? 0 : Object.keys(state.annotations).length;
  };
  expect(await Promise.all(items.map(annotationsOf))).toEqual([1, 2]);
  // Nobody is told, in no history either.
  for (const item of items) {
    const document = await world.tools.documents.get(ITEMS, copyId(copy, item));
    expect(document).not.toHaveProperty('untouched');
  }
});
