/** A post-processor works on items that were there before it, when somebody asks for that. */
import { datasetCommands as commands, labellingJobCommands, postProcessor } from '@cairn/contracts';
import { CrashingTools, someone, type When } from '@cairn/kernel/testkit';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { datasetUsage } from '../../usage.js';
import { Runs } from './testing/runs.js';

const TEXTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const ALL = { looked_at: 8, asked: 7, there_already: 0, nothing_to_read: 1 };

let world: LabellingDatasets;
let runs: Runs;
let items: string[];
beforeEach(async () => {
  world = await LabellingDatasets.start();
  runs = new Runs(world);
  items = [];
  for (const text of TEXTS) items.push(await world.item({ text }));
  await world.item({ name: 'nothing to read' });
});
afterEach(async () => {
  await runs.stop();
  await world.stop();
});

/** The jobs of a post-processor that nobody else’s chain asked for. */
const jobsOf = async (id: string) => (await world.jobs()).filter((job) => job.post_processor_id === id);
const itemsOf = async (id: string) => (await jobsOf(id)).map(({ dataset_item_id }) => dataset_item_id);
const open = async () => (await world.jobs()).filter(({ status }) => status === 'pending').length;
const endJobs = async () => {
  world.startWorker();
  await world.until(async () => (await open()) === 0);
  await world.stopWorkers();
};
const disable = async (id: string) => {
  const input = { dataset_id: world.dataset_id, id, body: { enabled: false } };
  await world.under.done(world.owner, postProcessor.commands.update, input);
};

it('asks for a job of each item that was not worked on, once', async () => {
  const { id } = await world.postProcessor();
  runs.startWorker();
  expect(await runs.finished(await runs.ask(id))).toMatchObject({
    ...{ status: 'completed', kind: 'run_post_processor', name: 'mood', result: ALL },
  });
  expect((await itemsOf(id)).toSorted()).toEqual(items.toSorted());
  await endJobs();
  expect(await world.labelsOf(items[0]!)).toEqual(['ham']);
  const again = await runs.finished(await runs.ask(id));
  expect(again.result).toEqual({ ...ALL, asked: 0, there_already: 7 });
  expect(await jobsOf(id)).toHaveLength(7);
});

it('is charged for as other jobs are (S47)', async () => {
  const { id } = await world.postProcessor();
  const bytes = async () => (await datasetUsage.heldBy(world.tools.documents, world.dataset_id)).bytes;
  const before = await bytes();
  await runs.ask(id);
  expect(await bytes()).toBeGreaterThan(before);
});

it('asks about the text or the file that the model reads, whatever came later', async () => {
  const [captioned = '', illustrated = ''] = items;
  await world.upload(captioned, 'a picture');
  await world.change(captioned, { text: 'a caption' });
  await world.upload(illustrated, 'another picture');
  runs.startWorker();
  for (const reads of ['text', 'file'] as const) {
    const { id } = await world.postProcessor({ reads });
    const { result } = await runs.finished(await runs.ask(id));
    const readable = reads === 'text' ? TEXTS.length : 2;
    expect(result).toMatchObject({ asked: readable, nothing_to_read: ALL.looked_at - readable });
    await endJobs();
    const worked = (await jobsOf(id)).filter(({ inference_id }) => inference_id !== undefined);
    expect(worked).toHaveLength(readable);
    expect(await runs.finished(await runs.ask(id))).toMatchObject({ result: { asked: 0 } });
  }
});

it('asks no other post-processor', async () => {
  const { id } = await world.postProcessor({ order: 1 });
  const other = await world.postProcessor({ order: 2 });
  runs.startWorker();
  await runs.finished(await runs.ask(id));
  await endJobs();
  expect([(await jobsOf(id)).length, await jobsOf(other.id)]).toEqual([7, []]);
});

it('is of the items of a split, where one is named', async () => {
  const { dataset_id, version_id, under, owner } = world;
  const within = { dataset_id, version_id };
  const split_id = await under.make(
    owner,
    commands.createDatasetSplit,
    { ...within, body: { name: 'few' } },
    'split',
  );
  const body = { item_ids: [items[3]!] };
  await under.done(owner, commands.addItemsToSplit, { ...within, id: split_id, body });
  const { id } = await world.postProcessor();
  runs.startWorker();
  const job = await runs.finished(await runs.ask(id, { version_id, split_id }));
  expect(job.result).toMatchObject({ looked_at: 1, asked: 1 });
  expect(await itemsOf(id)).toEqual([items[3]]);
});

it('law 3: its worker ends before or after anything that it does; another goes on, and no item has two jobs', async () => {
  const run = async (at: number, when: When) => {
    const { id } = await world.postProcessor();
    const dying = new CrashingTools(world.tools, at, when);
    const worker = runs.startWorker({}, dying.tools);
    const job = await runs.ask(id);
    await world.until(
      async () => dying.isDead || !['queued', 'running'].includes((await runs.job(job)).status),
    );
    const isAlive = !dying.isDead;
    world.passLeases();
    runs.startWorker();
    const { status, result } = await runs.finished(job);
    expect({ at, when, status, result }).toEqual({ at, when, status: 'completed', result: ALL });
    expect((await itemsOf(id)).toSorted()).toEqual(items.toSorted());
    dying.bury();
    await runs.forget(worker);
    await runs.stop();
    return isAlive;
  };
  let at = 1;
  for (; !(await run(at, 'before')); at += 1) await run(at, 'after');
  // It starts, asks seven times, and ends.
  expect(at).toBeGreaterThan(9);
});

it('lets no more jobs of the dataset wait than it may, and goes on when they have ended', async () => {
  const { id } = await world.postProcessor();
  runs.startWorker({ waiting: 3 });
  const job = await runs.ask(id);
  await runs.untilWaiting(job);
  expect(await open()).toBe(2);
  world.startWorker();
  let most = 0;
  await world.until(async () => {
    most = Math.max(most, await open());
    return (await runs.job(job)).status === 'completed';
  });
  expect(most).toBeLessThanOrEqual(3);
  expect((await runs.job(job)).result).toEqual(ALL);
  expect((await itemsOf(id)).toSorted()).toEqual(items.toSorted());
});

it('is cancelled while it waits: what it asked for goes on', async () => {
  const { id } = await world.postProcessor();
  runs.startWorker({ waiting: 3 });
  const job_id = await runs.ask(id);
  await runs.untilWaiting(job_id);
  await world.under.done(world.owner, labellingJobCommands.cancel, { job_id });
  expect(await runs.finished(job_id)).toMatchObject({
    status: 'cancelled',
    result: { looked_at: 2, asked: 2, there_already: 0, nothing_to_read: 0 },
  });
  await endJobs();
  expect((await jobsOf(id)).map(({ status }) => status)).toEqual(['completed', 'completed']);
});

it('fails when its post-processor is disabled meanwhile', async () => {
  const { id } = await world.postProcessor();
  runs.startWorker({ waiting: 3 });
  const job = await runs.ask(id);
  await runs.untilWaiting(job);
  await disable(id);
  expect(await runs.finished(job)).toMatchObject({
    ...{ status: 'failed', error_code: 'post_processor_not_working' },
  });
  expect(await jobsOf(id)).toHaveLength(2);
});

it('fails when the account is gone of who asked for it', async () => {
  const { id } = await world.postProcessor();
  const job = await runs.ask(id);
  world.gone.add(world.owner.userId);
  runs.startWorker();
  expect(await runs.finished(job)).toMatchObject({ status: 'failed', error_code: 'requester_unavailable' });
  expect(await jobsOf(id)).toEqual([]);
});

it('is refused while another goes on, of what does not work, and of what is elsewhere', async () => {
  const { id } = await world.postProcessor();
  const other = await world.postProcessor();
  const provider = await world.postProcessor({ external_provider: 'openai' });
  const job = await runs.ask(id);
  expect(await runs.refusal(id)).toMatch(`job_running: The job /api/v1/jobs/${job}`);
  expect(await runs.refusal(other.id, { version_id: job })).toMatch('foreign_version');
  expect(await runs.refusal(other.id, { split_id: job })).toMatch('foreign_split');
  expect(await runs.refusal(provider.id)).toMatch('provider_not_served');
  expect(await runs.refusal(job)).toMatch('not_found');
  expect(await runs.refusal(other.id, {}, someone())).toMatch('not_found');
  await disable(other.id);
  expect(await runs.refusal(other.id)).toMatch('post_processor_not_working');
  await world.under.done(world.owner, postProcessor.commands.remove, {
    ...{ dataset_id: world.dataset_id, id: other.id },
  });
  expect(await runs.refusal(other.id)).toMatch('not_found');
});
