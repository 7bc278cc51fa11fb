/** R6: whatever a worker did when its process ended, an execution goes on where it was, and each effect is made once. */
import { CrashingTools, type When } from '../../testing/crashing-tools.js';
import { type DrawnWorkflow, type Ending, type Shape, WorkingExecutions } from '../../testing/executing.js';

const DAY_MS = 25 * 60 * 60 * 1000;
const fails = { does: ['fails' as const] };

const shapes: Readonly<Record<string, Shape>> = {
  chain: { nodes: { a: {}, b: {}, c: {} }, edges: ['a>b', 'b>c'] },
  'fan-out': { nodes: { a: {}, b: {}, c: {}, d: {} }, edges: ['a>b', 'a>c', 'a>d'] },
  join: { nodes: { a: {}, b: {}, c: {} }, edges: ['a>c', 'b>c'] },
  diamond: { nodes: { a: {}, b: {}, c: {}, d: {} }, edges: ['a>b', 'a>c', 'b>d', 'c>d'] },
  'join after a skip': {
    nodes: { a: {}, b: { ...fails, on_failure: 'skip' }, c: {}, d: {}, e: {} },
    edges: ['a>b', 'a>c', 'b>d', 'c>d', 'c>e'],
  },
  'skip of all that follows': {
    nodes: { a: { ...fails, on_failure: 'skip' }, b: {}, c: { is: 'pass' }, d: {} },
    edges: ['a>b', 'b>c'],
  },
  'continue with null': {
    nodes: { a: { ...fails, on_failure: 'continue' }, b: {}, c: {} },
    edges: ['a>c', 'b>c'],
  },
  stop: {
    nodes: { a: {}, b: fails, c: { does: ['slow'] }, d: {} },
    edges: ['a>b', 'b>d', 'c>d'],
  },
  retry: {
    nodes: { a: { does: ['fails', 'fails', 'answers'], on_failure: 'retry:2' }, b: {} },
    edges: ['a>b'],
  },
  timeout: {
    nodes: { a: { does: ['slow', 'answers'], timeout: 120, on_failure: 'retry:1' }, b: { timeout: 9_000 } },
    edges: ['a>b'],
  },
  'two last nodes': { nodes: { a: {}, b: {}, c: {} }, edges: ['a>b', 'a>c'] },
  'pass nodes between': {
    nodes: { a: {}, p: { is: 'pass' }, q: { is: 'pass' }, b: {} },
    edges: ['a>p', 'p>q', 'q>b', 'a>b'],
  },
};

let world: WorkingExecutions;
beforeEach(async () => {
  world = await WorkingExecutions.start();
});
afterEach(() => world.stop());

/** An execution without a crash, and what its worker did. */
const undisturbed = async (drawn: DrawnWorkflow): Promise<{ ending: Ending; effects: readonly string[] }> => {
  const id = await world.ask(drawn);
  const { tools, effects } = new CrashingTools(world.tools);
  const worker = world.startWorker(tools);
  await world.over(id);
  await world.forget(worker);
  return { ending: await world.ending(drawn, id), effects };
};

type Between = (id: string) => Promise<void>;
const leasesPass: Between = async () => world.passLeases();

/** An execution whose worker ends at one effect, and that another worker takes on. */
const crashed = async (drawn: DrawnWorkflow, at: number, when: When, between: Between) => {
  const id = await world.ask(drawn);
  const dying = new CrashingTools(world.tools, at, when);
  const gone = world.startWorker(dying.tools);
  await world.until(async () => dying.isDead || (await world.isOver(id)));
  await between(id);
  const next = world.startWorker();
  await world.over(id);
  dying.bury();
  await world.forget(gone);
  await world.forget(next);
  return world.ending(drawn, id);
};

const always = async (shape: Shape, between: Between, whens: readonly When[] = ['before', 'after']) => {
  const drawn = await world.draw(shape);
  const { ending, effects } = await undisturbed(drawn);
  const { total, completed, failed, skipped } = ending.counts;
  expect(completed + failed + skipped).toBe(total);
  for (const [place, effect] of effects.entries())
    for (const when of whens)
      expect({ when, effect, ...(await crashed(drawn, place + 1, when, between)) }).toEqual({
        ...{ when, effect },
        ...ending,
      });
  return { ending, effects };
};

describe('an execution whose worker ends before or after any of its effects', () => {
  it.each(Object.entries(shapes))(
    '%s: ends as it would have, and each effect is made once',
    async (_, shape) => {
      const { effects } = await always(shape, leasesPass);
      expect(effects.length).toBeGreaterThan(6);
    },
  );

  it('ends as the shapes say', async () => {
    const endings: Record<string, unknown> = {};
    for (const [name, shape] of Object.entries(shapes)) {
      const { ending } = await undisturbed(await world.draw(shape));
      endings[name] = [
        ending.status,
        ...Object.entries(ending.nodes).map(([node, its]) => `${node} ${(its as { status: string }).status}`),
      ];
    }
    expect(endings).toMatchInlineSnapshot(`
{
  "chain": [
    "completed",
    "a completed",
    "b completed",
    "c completed",
  ],
  "continue with null": [
    "completed",
    "a failed",
    "b completed",
    "c completed",
  ],
  "diamond": [
    "completed",
    "a completed",
    "b completed",
    "c completed",
    "d completed",
  ],
  "fan-out": [
    "completed",
    "a completed",
    "b completed",
    "c completed",
    "d completed",
  ],
  "join": [
    "completed",
    "a completed",
    "b completed",
    "c completed",
  ],
  "join after a skip": [
    "completed",
    "a completed",
    "b failed",
    "c completed",
    "d skipped",
    "e completed",
  ],
  "pass nodes between": [
    "completed",
    "a completed",
    "p completed",
    "q completed",
    "b completed",
  ],
  "retry": [
    "completed",
    "a completed",
    "b completed",
  ],
  "skip of all that follows": [
    "completed",
    "a failed",
    "d completed",
    "b skipped",
    "c skipped",
  ],
  "stop": [
    "failed",
    "a completed",
    "c cancelled",
    "b failed",
    "d skipped",
  ],
  "timeout": [
    "completed",
    "a completed",
    "b completed",
  ],
  "two last nodes": [
    "completed",
    "a completed",
    "b completed",
    "c completed",
  ],
}
`);
  });
});

describe('an execution between whose steps', () => {
  it('the registers are lost: nothing is done twice', async () => {
    await always(
      shapes['diamond']!,
      async (id) => {
        await world.tools.registers.remove(`work:execution:${id}`);
        world.passLeases();
      },
      ['after'],
    );
  });

  it('a day passes: nothing is done twice', async () => {
    await always(shapes['diamond']!, async () => world.pass(DAY_MS), ['after']);
  });
});
