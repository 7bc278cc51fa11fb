/** What is kept of executions, and for how long: law 5 and law 8, SPEC-33. */
import { isDeepStrictEqual } from 'node:util';
import { ownExecutionEvents, userEvents, workflowCommands as commands } from '@cairn/contracts';
import { freshId, type Json, pagesOf } from '@cairn/kernel';
import { appendEvent, CollectingBlobs, someone, until } from '@cairn/kernel/testkit';
import { EXECUTION_NODES, EXECUTIONS } from '../read-models/executions/documents.js';
import { CrashingTools } from '@cairn/kernel/testkit';
import { WorkingExecutions } from '../testing/executing.js';
import type { DrawnWorkflow, Shape } from '../testing/shapes.js';
import type { Deed } from '../testing/told-models.js';
import { openedExecution } from '../work/execution/opened.js';

/** What nobody else writes. */
const SECRET = 'the nest is on the north face';
/** An answer that tells nothing of what was asked. */
const silent = (value: Json = {}): Deed => ({
  answers: [{ prediction: 'gull', confidence: 0.9, type: 'classification', value }],
});
/** An answer that is too large for an event. */
const LARGE = { mask: 'x'.repeat(300_000) };

let world: WorkingExecutions;
beforeEach(async () => {
  world = await WorkingExecutions.start();
});
afterEach(() => world.stop());

const caughtUp = async (): Promise<void> => {
  expect(await world.tools.reached(await world.tools.log.head(), 10_000)).toBe(true);
};
/** All that read models hold of executions, as text. */
const documents = async (): Promise<string> => {
  await caughtUp();
  const found: unknown[] = [];
  for (const collection of [EXECUTIONS, EXECUTION_NODES])
    for await (const page of pagesOf(world.tools.documents, collection, {}, 100)) found.push(...page);
  return JSON.stringify(found);
};
const nodeDocuments = async (execution_id: string): Promise<number> => {
  await caughtUp();
  const found = [];
  for await (const page of pagesOf(world.tools.documents, EXECUTION_NODES, { fields: { execution_id } }, 100))
    found.push(...page);
  return found.length;
};
const inputOf = async (id: string) => (await openedExecution(world.tools, id)).input;
const outputsOf = async (id: string) => (await openedExecution(world.tools, id)).outputs.size;
const remove = ({ workflow_id: id }: DrawnWorkflow, execution_id: string) =>
  world.under.send(world.owner, commands.deleteWorkflowExecution, { id, execution_id });
const done = async (shape: Shape, input = SECRET) => {
  const drawn = await world.draw(shape);
  const id = await world.ask(drawn, world.owner, input);
  world.startWorker();
  await world.over(id);
  return { drawn, id };
};
/** A text that nobody can open any more is told as none. */
const GONE = { kind: 'text', text: '' };
const isGone = async (id: string): Promise<boolean> => isDeepStrictEqual(await inputOf(id), GONE);

describe('of the input of an execution', () => {
  const asking = async (isPrivate: boolean) => {
    const model = world.models.modelOf();
    if (isPrivate) world.models.private.add(model);
    const nodes = { a: { model, does: [silent()] }, b: { does: ['slow' as const] } };
    const drawn = await world.draw({ nodes, edges: ['a>b'] });
    const id = await world.ask(drawn, world.owner, SECRET);
    const queued = await documents();
    world.startWorker();
    await until(async () => world.models.calls.includes('b'));
    const running = await documents();
    expect(await inputOf(id)).toEqual({ kind: 'text', text: SECRET });
    world.models.letAnswer();
    await world.over(id);
    return { id, told: [queued, running, await documents()].map((text) => text.includes(SECRET)) };
  };

  it('read models tell, unless a private model is among its nodes', async () => {
    expect((await asking(false)).told).toEqual([true, true, true]);
  });

  it('with a private model nothing is in any document at any time, and its key goes at the end', async () => {
    const { id, told } = await asking(true);
    expect(told).toEqual([false, false, false]);
    await until(() => isGone(id));
    expect(await outputsOf(id)).toBe(2);
  });

  it('with a private model nothing is left when it fails or is cancelled either', async () => {
    const model = world.models.modelOf();
    world.models.private.add(model);
    const failed = await done({ nodes: { a: { model, does: ['fails'] } }, edges: [] });
    await until(() => isGone(failed.id));
    await world.stopWorkers();
    const id = await world.ask(failed.drawn, world.owner, SECRET);
    await world.cancel(failed.drawn, id);
    await until(() => isGone(id));
    expect(await documents()).not.toContain(SECRET);
  });
});

describe('a deleted execution', () => {
  it.each([false, true])(
    'has neither keys nor documents of nodes (with a private model: %s)',
    async (isPrivate) => {
      const model = world.models.modelOf();
      if (isPrivate) world.models.private.add(model);
      const { drawn, id } = await done({ nodes: { a: { model }, b: {} }, edges: ['a>b'] });
      expect([await nodeDocuments(id), await outputsOf(id)]).toEqual([2, 2]);
      expect((await remove(drawn, id)).status).toBe('done');
      await until(async () => (await outputsOf(id)) === 0);
      expect([await nodeDocuments(id), await inputOf(id)]).toEqual([0, GONE]);
      expect(await documents()).not.toContain(SECRET);
    },
  );

  it('is none that is not over', async () => {
    const drawn = await world.draw({ nodes: { a: {} }, edges: [] });
    expect(await remove(drawn, await world.ask(drawn))).toMatchObject({ code: 'execution_running' });
  });
});

describe('with a person who is erased', () => {
  it('go the executions that they asked for, also those that go on; those of others stay', async () => {
    const ben = someone();
    const drawn = await world.draw({ nodes: { a: {}, b: { does: ['slow'] } }, edges: ['a>b'] });
    const theirs = await world.ask(drawn, ben, SECRET);
    const queued = await world.ask(drawn, ben, SECRET);
    const others = await world.ask(drawn);
    world.startWorker();
    await until(async () => world.models.calls.filter((name) => name === 'b').length === 3);
    await appendEvent(
      world.tools,
      `user-${ben.userId}`,
      userEvents.UserErased,
      userEvents.UserErased.example,
    );
    for (const id of [theirs, queued]) {
      await until(async () => (await world.stateOf(id)).deleted);
      await until(() => isGone(id));
      expect((await world.eventsOf(id)).slice(-2)).toEqual(['cancelled', 'deleted']);
    }
    world.models.letAnswer();
    expect((await world.over(others)).status).toBe('completed');
    for (const id of [theirs, queued]) {
      expect((await world.eventsOf(id)).at(-1)).toBe('deleted');
      expect(await nodeDocuments(id)).toBe(0);
    }
    expect(await documents()).not.toContain(SECRET);
  });
});

describe('an output that is too large for an event', () => {
  const shape: Shape = {
    nodes: { a: { does: [silent(LARGE)] }, p: { is: 'pass' }, b: {} },
    edges: ['a>p', 'a>b'],
  };
  /** What the event of it names in the clear. */
  const filesOf = async (id: string): Promise<readonly string[]> => {
    const events = await world.tools.log.read(`execution-${id}`);
    return events.flatMap(({ data }) => (data as { readonly files?: readonly string[] }).files ?? []);
  };

  it('stands in a sealed blob that the event names in the clear, and is told whole', async () => {
    const { drawn, id } = await done(shape);
    const [sha256, ...others] = await filesOf(id);
    expect(others).toEqual([]);
    const chunks: Buffer[] = [];
    for await (const chunk of await world.tools.blobs.open(sha256!)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).includes('xxxxxxxx')).toBe(false);
    expect((await world.shown(drawn, id)).results).toMatchObject({ p: { items: [{ value: LARGE }] } });
  });

  it('is read by the worker that takes the execution on', async () => {
    const drawn = await world.draw(shape);
    const id = await world.ask(drawn);
    const dying = new CrashingTools(world.tools);
    const worker = world.startWorker(dying.tools, { lookMs: 5, writeMs: 0 });
    world.models.deeds.set('b', ['slow', 'answers']);
    await until(async () => (await filesOf(id)).length === 1);
    dying.kill();
    world.passLeases();
    world.startWorker();
    await until(async () => world.models.calls.filter((name) => name === 'b').length === 2);
    world.models.letAnswer();
    await world.over(id);
    dying.bury();
    await world.forget(worker);
    expect(world.effectsOf(id)).toEqual(['a(x) ', 'b(gull) ']);
    expect((await world.shown(drawn, id)).results).toMatchObject({ p: { items: [{ value: LARGE }] } });
  });

  it('is kept by the collection of blobs, and goes when the execution is deleted', async () => {
    const blobs = await CollectingBlobs.open();
    const id = freshId();
    const [output, nobodys] = [await blobs.upload(), await blobs.upload()];
    const { ExecutionNodesRecorded, ExecutionDeleted } = ownExecutionEvents;
    const data = { ...ExecutionNodesRecorded.example, id, files: [output.sha256] };
    await blobs.append(`execution-${id}`, ExecutionNodesRecorded, data);
    await blobs.looks(3);
    expect(await blobs.areThere(output, nobodys)).toEqual([true, false]);
    await blobs.append(`execution-${id}`, ExecutionDeleted, { node_ids: [] });
    await blobs.looks(3);
    expect(await blobs.areThere(output)).toEqual([false]);
    await blobs.remove();
  });
});
