/** R6: whatever a worker did when its process ended, each item has each annotation once, and each model was asked once. */
import { postProcessorJobCommands } from '@cairn/contracts';
import type { ServiceTools } from '@cairn/kernel';
import { CrashingTools, type When } from '@cairn/kernel/testkit';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { classification, transcription } from '../../testing/told-labeller.js';

/** Longer than commands are remembered (law 3). */
const DAYS_MS = 2 * 24 * 60 * 60_000;

/** No worker has told for a while that it is there; its claims are not over. */
const workersAreGone = async (): Promise<void> => {
  const { registers } = world.tools;
  for (const { key } of await registers.list('post-processing:')) await registers.remove(key);
};
const daysPass = async (): Promise<void> => world.pass(DAYS_MS);

let world: LabellingDatasets;
beforeEach(async () => {
  world = await LabellingDatasets.start();
  // Each item has a label of its own, so that the second post-processor makes one each time.
  world.models.deed = ({ file, item_id }) => ({
    answers:
      file === undefined
        ? [classification(`of ${item_id}`), classification('other', 0.4)]
        : [transcription('won')],
  });
  await world.postProcessor({ reads: 'file', output_target: 'both', order: 1 });
  await world.postProcessor({ order: 2 });
});
afterEach(() => world.stop());

const heard = async (): Promise<string> => {
  const item = await world.item({ name: 'a call' });
  await world.upload(item, 'sound');
  return item;
};

const isOver = async (item: string): Promise<boolean> => {
  const jobs = await world.jobsOf(item);
  return jobs.length === 2 && jobs.every(({ status }) => status === 'completed');
};

/** What an item and its jobs have come to, without what differs from item to item. */
const ending = async (item: string) => {
  const { text, annotations } = await world.itemNow(item);
  const jobs = await world.jobsOf(item);
  return {
    ...{ text, labels: (await world.labelsOf(item)).map((name) => name.replace(item, 'it')) },
    types: Object.values(annotations).map(({ type, confidence }) => ({ type, confidence })),
    jobs: jobs.map(({ status, outcome, applied, left }) => ({ status, outcome, applied, left })),
    asked: world.models.questions.filter(({ item_id }) => item_id === item).length,
    events: (await world.tools.log.read(`datasetItem-${item}`)).map(({ type }) => type),
  };
};

const undisturbed = async () => {
  const item = await heard();
  const { tools, effects } = new CrashingTools(world.tools);
  const worker = world.startWorker(tools);
  await world.until(() => isOver(item));
  await world.forget(worker);
  return { ending: await ending(item), effects };
};

/** An item whose worker ends at one effect, and that another worker takes on. */
const crashed = async (at: number, when: When, between: () => Promise<void>) => {
  const item = await heard();
  const dying = new CrashingTools(world.tools, at, when);
  const gone = world.startWorker(dying.tools);
  await world.until(async () => dying.isDead);
  await between();
  const next = world.startWorker();
  await world.until(() => isOver(item));
  dying.bury();
  await world.forget(gone);
  await world.forget(next);
  return ending(item);
};

it.each([
  ['as soon as it is known to be gone', workersAreGone],
  ['two days later, when no command is remembered', daysPass],
])('a worker ends before or after any of its effects; another goes on %s', async (_, between) => {
  const found = await undisturbed();
  expect(found.ending).toMatchObject({ text: 'won', asked: 2, labels: ['', 'of it'] });
  const moments = found.effects.flatMap((effect, place) =>
    (place === 0 ? ['before', 'after'] : ['after']).map((when) => ({ effect, place, when: when as When })),
  );
  for (const { effect, place, when } of moments)
    expect({ effect, when, ...(await crashed(place + 1, when, between)) }).toEqual({
      ...{ effect, when },
      ...found.ending,
    });
});

it('two workers at once: each item is labelled once', async () => {
  world.startWorker();
  world.startWorker();
  const items: string[] = [];
  for (let count = 0; count < 8; count += 1) items.push(await heard());
  const found = [];
  for (const item of items) {
    await world.until(() => isOver(item));
    found.push(await ending(item));
  }
  expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1);
});

it('a worker that wakes up after its claim is over writes nothing more', async () => {
  const item = await world.item({ text: 'You have won' });
  const late: (() => void)[] = [];
  const execute: ServiceTools['execute'] = async (command, input, call) => {
    if (command.name === postProcessorJobCommands.answer.name)
      await new Promise<void>((resolve) => late.push(resolve));
    return world.tools.execute(command, input, call);
  };
  const sleeper = world.startWorker({ ...world.tools, execute });
  await world.until(async () => late.length > 0);
  world.passLeases();
  world.startWorker();
  await world.until(async () => Object.keys((await world.itemNow(item)).annotations).length > 0);
  const before = (await world.tools.log.read(`datasetItem-${item}`)).length;
  for (const wake of late) wake();
  await world.forget(sleeper);
  await world.settled();
  expect((await world.tools.log.read(`datasetItem-${item}`)).length).toBe(before);
});
