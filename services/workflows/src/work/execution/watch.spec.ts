/** What becomes of an execution when rights change, or models cannot be asked, while it goes on (S24, S40). */
import { workflowCommands as commands } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';
import { someone, until } from '@cairn/kernel/testkit';
import { WorkingExecutions } from '../../testing/executing.js';
import type { DrawnWorkflow, ShapeNode } from '../../testing/shapes.js';

const SLOW: ShapeNode = { does: ['slow'] };
const PASS: ShapeNode = { is: 'pass' };

let world: WorkingExecutions;
beforeEach(async () => {
  world = await WorkingExecutions.start();
});
afterEach(() => world.stop());

/** Asks, and waits until the model of a node is asked. */
const waitsFor = async (name: string, drawn: DrawnWorkflow, who = world.owner): Promise<string> => {
  const id = await world.ask(drawn, who);
  world.startWorker();
  await until(async () => world.models.calls.includes(name));
  return id;
};
/** How nodes ended, and with which code. */
const endsOf = async (drawn: DrawnWorkflow, id: string) => {
  const { nodes } = await world.ending(drawn, id);
  return Object.fromEntries(
    Object.entries(nodes).map(([name, { status, error_code }]) => [
      name,
      [status, error_code].join(' ').trim(),
    ]),
  );
};
const wasLetGo = (id: string) => until(async () => (await world.stateOf(id)).isLetGo);

describe('an execution ends', () => {
  const chain = { nodes: { a: {}, b: SLOW, c: {} }, edges: ['a>b', 'b>c'] };
  const KEPT = { a: 'completed', b: 'cancelled' };

  it('when who executes it is not in force any more; what was recorded stays', async () => {
    const drawn = await world.draw(chain);
    const id = await waitsFor('b', drawn);
    world.gone.add(world.owner.userId);
    expect(await world.over(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'requester_unavailable' },
    });
    expect(await endsOf(drawn, id)).toEqual(KEPT);
  });

  it('when models tell so first: it is not for its nodes to fail', async () => {
    const drawn = await world.draw({ nodes: { a: {}, b: { on_failure: 'continue' } }, edges: ['a>b'] });
    const ben = someone();
    world.models.onCall = (name) => name === 'b' && world.gone.add(ben.userId);
    const id = await world.ask(drawn, ben);
    // It looks by itself no more.
    world.startWorker(world.tools, { lookMs: 3_600_000, writeMs: 0 });
    expect(await world.over(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'requester_unavailable' },
    });
    expect(await endsOf(drawn, id)).toEqual(KEPT);
  });

  it('when who executes it may not execute the workflow any more', async () => {
    const drawn = await world.draw(chain);
    const id = drawn.workflow_id;
    await world.under.done(world.owner, commands.updateWorkflow, { id, body: { visibility: 'private' } });
    const ben = someone();
    const share = await world.share(drawn, ben, 'share_viewer');
    const execution = await waitsFor('b', drawn, ben);
    await world.under.done(world.owner, commands.deleteWorkflowShare, { id, share_id: share });
    expect(await world.over(execution)).toMatchObject({ status: 'failed', failure: { code: 'not_found' } });
    expect((await world.shown(drawn, execution)).error).toContain('may not execute it any more');
    expect(await endsOf(drawn, execution)).toEqual(KEPT);
  });

  it('when its workflow is deleted', async () => {
    const drawn = await world.draw(chain);
    const id = await waitsFor('b', drawn);
    await world.under.done(world.owner, commands.deleteWorkflow, { id: drawn.workflow_id });
    expect(await world.over(id)).toMatchObject({ status: 'failed', failure: { code: 'not_found' } });
    const { nodes, counts } = await world.stateOf(id);
    expect(Object.values(nodes).map(({ status }) => status)).toEqual(['completed', 'running']);
    expect(counts).toEqual({ total: 3, completed: 1, failed: 0, skipped: 0 });
    world.models.letAnswer();
    expect(world.models.calls).toEqual(['a', 'b']);
  });
});

describe('a node fails with entity_unavailable', () => {
  const ben = someone();
  /** A canvas of which Ben draws the edges. */
  const drawnByBoth = async (nodes: Readonly<Record<string, ShapeNode>>, edges: readonly string[]) => {
    const drawn = await world.draw({ nodes, edges: [] });
    await world.share(drawn, ben, 'share_editor');
    await world.connect(drawn, edges, ben);
    return drawn;
  };
  const lose = (model: string, to: Principal = world.owner): void => {
    world.models.owners.set(model, to.userId);
  };

  it('when who saved it may not use its model any more', async () => {
    const model = world.models.modelOf();
    const drawn = await world.draw({ nodes: { a: SLOW, b: { model } }, edges: ['a>b'] });
    const id = await waitsFor('a', drawn);
    lose(model, ben);
    world.models.letAnswer();
    await world.over(id);
    expect(await endsOf(drawn, id)).toEqual({ a: 'completed', b: 'failed entity_unavailable' });
    expect(world.effectsOf(id)).toEqual(['a(x) ']);
  });

  it('when who saved an edge that leads to it may not use one of its ends any more', async () => {
    const model = world.models.modelOf();
    const drawn = await drawnByBoth({ a: { ...SLOW, model }, b: {}, c: {} }, ['a>b', 'b>c']);
    const id = await waitsFor('a', drawn);
    lose(model);
    await world.looks();
    world.models.letAnswer();
    await world.over(id);
    expect(await endsOf(drawn, id)).toEqual({
      ...{ a: 'completed', b: 'failed entity_unavailable', c: 'skipped' },
    });
    expect(world.effectsOf(id)).toEqual(['a(x) ']);
  });

  it('when it is a pass node at the end of such an edge', async () => {
    const model = world.models.modelOf();
    const drawn = await drawnByBoth({ a: { ...SLOW, model }, p: PASS, b: {} }, ['a>p', 'p>b']);
    const id = await waitsFor('a', drawn);
    lose(model);
    await world.looks();
    world.models.letAnswer();
    expect(await world.over(id)).toMatchObject({ status: 'failed', failure: { code: 'node_failed' } });
    expect(await endsOf(drawn, id)).toEqual({
      ...{ a: 'completed', p: 'failed entity_unavailable', b: 'skipped' },
    });
  });

  it('when the edge is cut while the node waits to be tried again', async () => {
    const model = world.models.modelOf();
    const drawn = await drawnByBoth(
      { a: { model }, b: { does: ['fails'], on_failure: 'retry:20' }, c: SLOW },
      ['a>b'],
    );
    world.models.onCall = (name) => {
      if (name === 'b') lose(model);
    };
    const id = await waitsFor('b', drawn);
    await world.until(async () => (await endsOf(drawn, id))['b'] === 'failed entity_unavailable');
    await world.over(id);
    expect(world.models.calls.filter((name) => name === 'b').length).toBeLessThan(21);
  });
});

describe.each([
  ['busy', { busy: 6 }],
  ['away', { away: 6 }],
] as const)('a model that is %s', (_, deed) => {
  it('is waited for, and the place is let go when that takes longer', async () => {
    const drawn = await world.draw({ nodes: { a: { does: [deed] }, b: {} }, edges: ['a>b'] });
    const id = await waitsFor('a', drawn);
    expect(await world.over(id)).toMatchObject({ status: 'completed', attempt: expect.any(Number) });
    expect((await world.eventsOf(id)).filter((event) => event === 'progressed').length).toBeGreaterThan(0);
    expect(await world.ending(drawn, id)).toMatchObject({
      nodes: { a: { attempt: 1 }, b: { attempt: 1 } },
      effects: ['a(x) ', 'b(a(x)) '],
    });
  });

  it('is waited for no longer when the execution is cancelled', async () => {
    const drawn = await world.draw({ nodes: { a: { does: [{ busy: Infinity }] } }, edges: [] });
    const id = await waitsFor('a', drawn);
    await world.cancel(drawn, id);
    await until(() => world.isOver(id));
    expect(await world.stateOf(id)).toMatchObject({ status: 'cancelled' });
    const other = await world.ask(drawn);
    await world.until(async () => (await world.stateOf(other)).isLetGo);
    await wasLetGo(other);
    await world.cancel(drawn, other);
    await until(() => world.isOver(other));
    expect(await world.stateOf(other)).toMatchObject({ status: 'cancelled' });
  });
});

it('an execution whose models service is away goes on when it is back', async () => {
  const drawn = await world.draw({ nodes: { a: {}, b: {} }, edges: ['a>b'] });
  world.models.onCall = () => (world.models.isAway = true);
  const id = await waitsFor('a', drawn);
  await world.until(async () => (await world.stateOf(id)).isLetGo);
  world.models.onCall = () => undefined;
  world.models.isAway = false;
  expect((await world.over(id)).status).toBe('completed');
  expect(world.effectsOf(id)).toEqual(['a(x) ', 'b(a(x)) ']);
});

it('a cancel during a call ends the execution at once', async () => {
  const drawn = await world.draw({ nodes: { a: SLOW, b: {} }, edges: ['a>b'] });
  const id = await waitsFor('a', drawn);
  await world.cancel(drawn, id);
  await until(() => world.isOver(id));
  world.models.letAnswer();
  expect(await endsOf(drawn, id)).toEqual({ a: 'cancelled' });
  expect(world.models.calls).toEqual(['a']);
  expect((await world.eventsOf(id)).at(-1)).toBe('cancelled');
});
