/** In which ways what comes to items makes jobs of post-processors, and in which it does not. */
import {
  type CommandDefinition,
  datasetCommands as commands,
  datasetItemStreamEvents,
  datasetJobCommands,
} from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { LabellingDatasets } from '../testing/labelling-datasets.js';
import { uploadOf } from '../formats/testing/uploads.js';
import { jobWork } from '../work/job-worker.js';
import { isListed } from './triggers.js';

let world: LabellingDatasets;
let stopImports: AbortController;
beforeEach(async () => {
  world = await LabellingDatasets.start();
  await world.postProcessor();
  world.startWorker();
  stopImports = new AbortController();
  void jobWork(world.tools, { lookEveryMs: 5 }).run(stopImports.signal);
});
afterEach(async () => {
  stopImports.abort();
  await world.stop();
});

const version = () => ({ dataset_id: world.dataset_id, version_id: world.version_id });
const done = (command: CommandDefinition, input: object) => world.under.done(world.owner, command, input);

/** What jobs there are once something was done to an item that has been labelled. */
const jobsAfter = async (doing: (item: string) => Promise<unknown>): Promise<number> => {
  const item = await world.item({ name: 'one', text: 'You have won' });
  const before = (await world.settled()).length;
  await doing(item);
  return (await world.settled()).length - before;
};

const imported = async (): Promise<void> => {
  const upload = await uploadOf('mails.jsonl', '{"text":"One"}\n{"text":"Two"}\n').open();
  const stored = await world.tools.blobs.put(upload, { maxBytes: 1e6 });
  const file = { ...stored, content_type: 'application/jsonl', file_name: 'mails.jsonl' };
  const options = { on_error: 'fail' as const, dry_run: false };
  await done(datasetJobCommands.requestImport, { ...version(), file, options });
  await world.until(async () => (await world.jobs()).length >= 4);
};

const madeOfInferences = async (): Promise<void> => {
  const body = { name: 'asked' };
  const id = await world.under.make(
    world.owner,
    commands.createDatasetSplit,
    { ...version(), body },
    'split',
  );
  const inferences = [{ id: freshId() }, { id: freshId() }];
  await done(commands.addInferences, { ...version(), id, body: { inferences } });
};

const copied = async (): Promise<void> => {
  const { dataset_id, version_id: id } = version();
  await done(commands.duplicateDatasetVersion, { dataset_id, id, body: {} });
  await world.until(async () => {
    const jobs = await world.tools.documents.find('dataset_jobs', {
      filter: { fields: { dataset_id } },
      sort: 'created_at',
      limit: 10,
    });
    return jobs.some(({ status }) => status === 'completed');
  });
};

const revisionOf = async (item: string, type: string): Promise<number> => {
  const events = await world.tools.log.read(`datasetItem-${item}`);
  return Number(events.find((event) => event.type === type)?.revision);
};

it.each<readonly [string, number, (item: string) => Promise<unknown>]>([
  ['created alone', 1, () => world.item({ text: 'New' })],
  ['created without text and file', 0, () => world.item({ name: 'empty' })],
  [
    'created by a bulk',
    2,
    () =>
      done(commands.bulkDatasetItems, { ...version(), body: { create: [{ text: 'One' }, { text: 'Two' }] } }),
  ],
  [
    'changed by a bulk',
    1,
    (id) => done(commands.bulkDatasetItems, { ...version(), body: { update: [{ id, text: 'Other' }] } }),
  ],
  ['given another text', 1, (id) => world.change(id, { text: 'Other' })],
  ['given its text again', 0, (id) => world.change(id, { text: 'You have won' })],
  ['given another name', 0, (id) => world.change(id, { name: 'other' })],
  ['given annotations', 0, (id) => world.change(id, { annotations: [{ type: 'classification' }] })],
  ['given a file', 1, (id) => world.upload(id, 'bytes')],
  ['imported', 2, imported],
  ['made of inferences', 2, madeOfInferences],
  ['copied', 0, copied],
  [
    'put into a split',
    0,
    async (id) => {
      const split_id = await world.under.make(
        world.owner,
        commands.createDatasetSplit,
        { ...version(), body: { name: 'train' } },
        'split',
      );
      await done(commands.addItemsToSplit, { ...version(), id: split_id, body: { item_ids: [id] } });
    },
  ],
  [
    'deleted and brought back',
    0,
    async (id) => {
      await done(commands.deleteDatasetItem, { ...version(), id });
      await done(commands.restoreDatasetItem, { ...version(), id });
    },
  ],
  [
    'given a text that is undone',
    1,
    async (id) => {
      await world.change(id, { text: 'Other' });
      await world.settled();
      const revision = await revisionOf(id, datasetItemStreamEvents.ItemUpdated.storedType);
      await done(commands.revertDatasetItem, { ...version(), id, body: { revision } });
    },
  ],
])('an item that is %s makes %i jobs', async (_, count, doing) => {
  expect(await jobsAfter(doing)).toBe(count);
  const { events } = await world.under.engines.log.readAll({
    after: '',
    categories: ['datasetItem'],
    limit: 1000,
  });
  const bringing = events.filter(({ type }) => /^datasets\.item\.(created|updated|file_set)\./u.test(type));
  expect(bringing.map(({ metadata }) => metadata.commandName).filter((name) => !isListed(name))).toEqual([]);
});
