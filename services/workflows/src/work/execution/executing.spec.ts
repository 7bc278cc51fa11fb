import { until } from '@cairn/kernel/testkit';
import type { KnownFact } from '../../domain/execution/state.js';
import { CrashingTools } from '@cairn/kernel/testkit';
import { WorkingExecutions } from '../../testing/executing.js';
import type { DrawnWorkflow, Shape } from '../../testing/shapes.js';
import { Watch } from './watch.js';

/** Facts are written when they must be, and at the end. */
const SELDOM = { lookMs: 5, writeMs: 3_600_000 };

let world: WorkingExecutions;
beforeAll(async () => {
  world = await WorkingExecutions.start();
});
afterAll(() => world.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  world.models.isAway = false;
  world.models.onCall = () => undefined;
  await world.stopWorkers();
  world.models.letAnswer();
});

/** Asks for an execution of a shape. */
const asked = async (shape: Shape): Promise<{ readonly drawn: DrawnWorkflow; readonly id: string }> => {
  const drawn = await world.draw(shape);
  return { drawn, id: await world.ask(drawn) };
};
/** The facts of an execution by the names of its nodes. */
const factsOf = async (id: string): Promise<Readonly<Record<string, KnownFact>>> => {
  const { nodes } = await world.stateOf(id);
  return Object.fromEntries(
    Object.values(nodes).map((fact) => [world.models.names.get(fact.node_id)!, fact]),
  );
};
const statusesOf = async (id: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(Object.entries(await factsOf(id)).map(([name, { status }]) => [name, status]));
const isCalled = (...names: readonly string[]) =>
  until(async () => names.every((name) => world.models.calls.includes(name)));
const countsOf = async (id: string) => {
  const { counts } = await world.stateOf(id);
  return [counts.total, counts.completed, counts.failed, counts.skipped];
};

describe('an execution that waits for a slow model', () => {
  it('rests, also when another answered while it wrote', async () => {
    const { id } = await asked({ nodes: { slow1: { does: ['slow'] }, quick1: {} }, edges: [] });
    const look = jest.spyOn(Watch.prototype, 'look');
    world.startWorker(world.tools, { lookMs: 20, writeMs: 0 });
    await until(async () => (await statusesOf(id))['quick1'] === 'completed');
    const before = look.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(look.mock.calls.length - before).toBeLessThan(12);
    world.models.letAnswer();
    await world.over(id);
  });

  it('goes on with what was recorded when the models were away for a while', async () => {
    const { drawn, id } = await asked({ nodes: { a2: {}, b2: { does: ['slow'] } }, edges: ['a2>b2'] });
    world.startWorker();
    await until(async () => (await statusesOf(id))['b2'] === 'running');
    const look = jest.spyOn(Watch.prototype, 'look');
    world.models.isAway = true;
    await until(async () => {
      const ended = await Promise.allSettled(look.mock.results.map(({ value }) => value as Promise<void>));
      return ended.some(({ status }) => status === 'rejected');
    });
    world.models.isAway = false;
    const goesOn = setInterval(() => world.models.letAnswer(), 5);
    expect((await world.over(id)).status).toBe('completed');
    clearInterval(goesOn);
    expect(await statusesOf(id)).toEqual({ a2: 'completed', b2: 'completed' });
    expect(await countsOf(id)).toEqual([2, 2, 0, 0]);
    expect((await world.ending(drawn, id)).effects).toEqual(['a2(x) ', 'b2(a2(x)) ']);
  });
});

describe('a node that ends its execution', () => {
  it('leaves nothing uncounted: what runs or is tried again is cancelled, what did not begin is skipped', async () => {
    const slow = { does: ['slow' as const] };
    const fails = { does: ['fails' as const], on_failure: 'retry:5' };
    const nodes = { retried: fails, stops: slow, s1: slow, s2: slow, s3: slow, waits1: {}, waits2: {} };
    const { id } = await asked({ nodes, edges: ['waits1>waits2'] });
    world.startWorker();
    await until(async () => (await statusesOf(id))['s3'] === 'running');
    const { stops, waits1 } = await factsOf(id);
    expect([stops?.status, waits1]).toEqual(['running', undefined]);
    world.models.failSlow('stops');
    expect((await world.over(id)).status).toBe('failed');
    expect(await statusesOf(id)).toEqual({
      ...{ retried: 'cancelled', stops: 'failed', s1: 'cancelled', s2: 'cancelled', s3: 'cancelled' },
      ...{ waits1: 'skipped', waits2: 'skipped' },
    });
    expect(await countsOf(id)).toEqual([7, 0, 1, 6]);
  });

  it('because its time was over while nobody had it: nothing else is begun or called', async () => {
    const nodes = { late: { timeout: 30, does: ['slow' as const] }, a4: {}, b4: { timeout: 3_600 } };
    const { id } = await asked({ nodes, edges: ['a4>b4'] });
    const dying = new CrashingTools(world.tools);
    const worker = world.startWorker(dying.tools);
    world.models.onCall = (name) => {
      if (name === 'b4') dying.kill();
    };
    await until(async () => dying.isDead);
    const before = world.models.calls.filter((name) => name === 'b4').length;
    world.passLeases();
    world.startWorker();
    expect(await world.over(id)).toMatchObject({ status: 'failed' });
    dying.bury();
    await world.forget(worker);
    expect(await factsOf(id)).toMatchObject({
      late: { status: 'failed', error_code: 'timeout' },
      a4: { status: 'completed' },
      b4: { status: 'cancelled' },
    });
    expect(world.models.calls.filter((name) => name === 'b4').length).toBe(before);
    expect(await countsOf(id)).toEqual([3, 1, 1, 1]);
  });
});

describe('what comes to a node that asks a model', () => {
  it.each([
    [12, 'What came to the node is larger than 10 MB.'],
    [2, 'The text that came to the node has more than 1,000,000 characters.'],
  ])('of %i others is bounded: the model is not asked', async (count, error) => {
    const before = Array.from({ length: count }, (_, at) => `p${at} of ${count}`);
    const asks = `asks ${count}`;
    const passes = before.map((name) => [name, { is: 'pass' as const }] as const);
    const drawn = await world.draw({
      nodes: { ...Object.fromEntries(passes), [asks]: {} },
      edges: before.map((name) => `${name}>${asks}`),
    });
    const id = await world.ask(drawn, world.owner, 'x'.repeat(900_000));
    world.startWorker();
    await world.over(id);
    const { node_executions = [] } = await world.shown(drawn, id);
    expect(node_executions.at(-1)).toMatchObject({
      status: 'failed',
      error_code: 'node_input_invalid',
      error,
    });
    expect(world.models.calls).not.toContain(asks);
  });
});

describe('the node that ended an execution', () => {
  it('is told, also when another failed before and let it go on', async () => {
    const fails = ['fails' as const];
    const nodes = { goes9: { does: fails, on_failure: 'continue' }, stops9: { does: fails } };
    const { drawn, id } = await asked({ nodes, edges: ['goes9>stops9'] });
    world.startWorker();
    await world.over(id);
    const { status, failed_node_id = '', error } = await world.shown(drawn, id);
    expect([status, world.models.names.get(failed_node_id), error]).toEqual([
      ...['failed', 'stops9', 'The node "stops9" failed.'],
    ]);
  });
});

describe('an execution that ends before its nodes do', () => {
  it('tells of a cancel what stands in its facts', async () => {
    const { drawn, id } = await asked({ nodes: { a5: {}, b5: { does: ['slow'] } }, edges: ['a5>b5'] });
    world.startWorker(world.tools, SELDOM);
    await isCalled('b5');
    expect(await statusesOf(id)).toEqual({ a5: 'running' });
    await world.cancel(drawn, id);
    await until(() => world.isOver(id));
    const { status, result, counts } = await world.stateOf(id);
    expect([status, result, counts]).toEqual([
      'cancelled',
      counts,
      { total: 2, completed: 1, failed: 0, skipped: 0 },
    ]);
    expect(await statusesOf(id)).toEqual({ a5: 'completed', b5: 'running' });
  });

  it('keeps what its nodes had done when who executes it is disabled', async () => {
    const { drawn, id } = await asked({ nodes: { a6: {}, b6: { does: ['slow'] } }, edges: ['a6>b6'] });
    world.startWorker(world.tools, SELDOM);
    await isCalled('b6');
    world.gone.add(world.owner.userId);
    expect(await world.over(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'requester_unavailable' },
    });
    world.gone.clear();
    expect(await world.ending(drawn, id)).toMatchObject({
      nodes: { a6: { status: 'completed' }, b6: { status: 'cancelled' } },
      counts: { completed: 1 },
    });
  });
});

describe('the time of a node', () => {
  it('is over while others hold all places', async () => {
    const slow = { does: ['slow' as const] };
    const nodes = {
      busy14: { timeout: 70, on_failure: 'continue', does: [{ busy: Infinity }] },
      ...{ r14: slow, s14: slow, t14: slow, u14: slow },
    };
    const { id } = await asked({ nodes, edges: [] });
    world.startWorker();
    await isCalled('busy14', 'r14', 's14', 't14', 'u14');
    world.pass(70_000);
    await until(async () => (await factsOf(id))['busy14']?.error_code === 'timeout');
    expect((await statusesOf(id))['u14']).toBe('running');
  });

  it('is over although its model is busy', async () => {
    const { id } = await asked({ nodes: { busy7: { timeout: 70, does: [{ busy: Infinity }] } }, edges: [] });
    world.startWorker();
    await world.over(id);
    const { busy7 } = await factsOf(id);
    expect(busy7).toMatchObject({ status: 'failed', error_code: 'timeout', attempt: 1 });
    const tookMs = Date.parse(busy7!.ended_at!) - Date.parse(busy7!.started_at!);
    expect(tookMs).toBeGreaterThanOrEqual(70_000);
    expect(tookMs).toBeLessThan(80_000);
  });

  it('is over by the clock, and what is answered afterwards counts for nothing', async () => {
    const does = ['slow' as const, 'answers' as const];
    const { id } = await asked({
      nodes: { late8: { timeout: 3_600, on_failure: 'retry:1', does }, b8: {} },
      edges: ['late8>b8'],
    });
    world.startWorker();
    await isCalled('late8');
    world.pass(3_600_000);
    await world.until(async () => (await factsOf(id))['late8']?.error_code === 'timeout');
    expect((await world.over(id)).status).toBe('completed');
    world.models.letAnswer();
    expect((await factsOf(id))['late8']).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('is over when the answer comes after it, also before anybody looked', async () => {
    const does = ['slow' as const, 'answers' as const];
    const late12 = { timeout: 3_600, on_failure: 'retry:1', does };
    const { id } = await asked({ nodes: { late12 }, edges: [] });
    world.startWorker();
    await isCalled('late12');
    world.pass(3_600_000);
    world.models.letAnswer();
    await world.over(id);
    expect((await factsOf(id))['late12']).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('is over although nobody can be asked whether it may go on', async () => {
    const slow = { does: ['slow' as const], timeout: 30 };
    const { id } = await asked({ nodes: { a9: {}, b9: slow }, edges: ['a9>b9'] });
    world.startWorker();
    await until(async () => (await statusesOf(id))['b9'] === 'running');
    world.models.isAway = true;
    await world.until(async () => (await statusesOf(id))['b9'] === 'failed');
    expect(await world.over(id)).toMatchObject({ status: 'failed', failure: { code: 'node_failed' } });
    expect((await factsOf(id))['b9']).toMatchObject({ error_code: 'timeout' });
  });
});

describe('an execution whose workers are ended during one long call', () => {
  const callsOf = (name: string) => world.models.calls.filter((each) => each === name).length;
  /** Some heartbeats of each have told where it is. */
  const endWorkers = async (name: string, times: number): Promise<void> => {
    for (let kills = 1; kills <= times; kills += 1) {
      const dying = new CrashingTools(world.tools);
      const worker = world.startWorker(dying.tools);
      await world.until(() => callsOf(name) === kills);
      await new Promise((resolve) => setTimeout(resolve, 30));
      dying.bury();
      world.passLeases();
      await world.forget(worker);
    }
  };

  it('goes on', async () => {
    const { id } = await asked({ nodes: { a10: {}, b10: { does: ['slow'] } }, edges: ['a10>b10'] });
    await endWorkers('b10', 3);
    world.startWorker();
    await world.until(() => callsOf('b10') === 4);
    world.models.letAnswer();
    expect((await world.over(id)).status).toBe('completed');
    expect(world.effectsOf(id)).toEqual(['a10(x) ', 'b10(a10(x)) ']);
  });

  it('fails after the eighth', async () => {
    const { id } = await asked({ nodes: { b11: { does: ['slow'] } }, edges: [] });
    await endWorkers('b11', 8);
    world.startWorker();
    expect(await world.over(id)).toMatchObject({ status: 'failed', failure: { code: 'internal' } });
  });
});
