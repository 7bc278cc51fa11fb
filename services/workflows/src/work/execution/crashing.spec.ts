/** R6: whatever a worker did when its process ended, an execution goes on where it was, and each effect is made once. */
import { CrashingTools, type When } from '@cairn/kernel/testkit';
import { WorkingExecutions } from '../../testing/executing.js';
import type { DrawnWorkflow, Ending, Shape } from '../../testing/shapes.js';
import type { Pace } from './pace.js';

const DAY_MS = 25 * 60 * 60 * 1000;
const fails = { does: ['fails' as const] };

/** How each node ends, by its name. */
type Ends = Readonly<Record<string, 'completed' | 'failed' | 'skipped' | 'cancelled'>>;
/** A shape, how its nodes end, and whether several of them go on at once. */
type Case = Shape & { readonly ends: Ends; readonly branches?: true };

const completed = (names: string): Ends =>
  Object.fromEntries(names.split('').map((name) => [name, 'completed']));

const cases: Readonly<Record<string, Case>> = {
  chain: { nodes: { a: {}, b: {}, c: {} }, edges: ['a>b', 'b>c'], ends: completed('abc') },
  'fan-out': {
    nodes: { a: {}, b: {}, c: {}, d: {} },
    edges: ['a>b', 'a>c', 'a>d'],
    ends: completed('abcd'),
    branches: true,
  },
  join: { nodes: { a: {}, b: {}, c: {} }, edges: ['a>c', 'b>c'], ends: completed('abc'), branches: true },
  diamond: {
    nodes: { a: {}, b: {}, c: {}, d: {} },
    edges: ['a>b', 'a>c', 'b>d', 'c>d'],
    ends: completed('abcd'),
    branches: true,
  },
  'join after a skip': {
    nodes: { a: {}, b: { ...fails, on_failure: 'skip' }, c: {}, d: {}, e: {} },
    edges: ['a>b', 'a>c', 'b>d', 'c>d', 'c>e'],
    ends: { ...completed('ace'), b: 'failed', d: 'skipped' },
    branches: true,
  },
  'skip of all that follows': {
    nodes: { a: { ...fails, on_failure: 'skip' }, b: {}, c: { is: 'pass' }, d: {} },
    edges: ['a>b', 'b>c'],
    ends: { a: 'failed', b: 'skipped', c: 'skipped', d: 'completed' },
  },
  'continue with null': {
    nodes: { a: { ...fails, on_failure: 'continue' }, b: {}, c: {} },
    edges: ['a>c', 'b>c'],
    ends: { ...completed('bc'), a: 'failed' },
  },
  stop: {
    nodes: { a: {}, b: fails, c: { does: ['slow'] }, d: {} },
    edges: ['a>b', 'b>d', 'c>d'],
    ends: { a: 'completed', b: 'failed', c: 'cancelled', d: 'skipped' },
    branches: true,
  },
  'retry:2': {
    nodes: { a: { does: ['fails', 'fails', 'answers'], on_failure: 'retry:2' }, b: {} },
    edges: ['a>b'],
    ends: completed('ab'),
  },
  'timeout of a node': {
    nodes: {
      a: { does: [{ passes: 100_000 }, 'answers'], timeout: 100, on_failure: 'retry:1' },
      b: { timeout: 9_000 },
    },
    edges: ['a>b'],
    ends: completed('ab'),
  },
  'two last nodes': { nodes: { a: {}, b: {}, c: {} }, edges: ['a>b', 'a>c'], ends: completed('abc') },
  'pass nodes between models': {
    nodes: { a: {}, p: { is: 'pass' }, q: { is: 'pass' }, b: {} },
    edges: ['a>p', 'p>q', 'q>b', 'a>b'],
    ends: completed('apqb'),
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
const crashed = async (
  drawn: DrawnWorkflow,
  { at, when, pace }: { readonly at: number; readonly when: When; readonly pace: Pace | undefined },
  between: Between,
) => {
  const id = await world.ask(drawn);
  const dying = new CrashingTools(world.tools, at, when);
  const gone = world.startWorker(dying.tools, pace);
  await world.until(async () => dying.isDead || (await world.isOver(id)));
  await between(id);
  const next = world.startWorker();
  await world.over(id);
  dying.bury();
  await world.forget(gone);
  await world.forget(next);
  return world.ending(drawn, id);
};

/** The moment before an effect is the one after the effect before it, unless something goes on beside it. */
const moments = ({ branches }: Case, place: number): readonly When[] =>
  place === 0 || branches === true ? ['before', 'after'] : ['after'];

const always = async (its: Case, between: Between, pace?: Pace): Promise<void> => {
  const drawn = await world.draw(its);
  const { ending, effects } = await undisturbed(drawn);
  expect(statusesIn(ending)).toEqual(its.ends);
  expect(sumOf(ending)).toBe(ending.counts.total);
  expect(effects.filter((effect) => effect === 'models.runModel').length).toBe(
    ending.effects.length + unanswered(its),
  );
  for (const [place, effect] of effects.entries())
    for (const when of moments(its, place)) {
      const found = await crashed(drawn, { at: place + 1, when, pace }, between);
      expect({ when, effect, ...found }).toEqual({ when, effect, ...ending });
    }
};

const statusesIn = ({ nodes }: Ending) =>
  Object.fromEntries(Object.entries(nodes).map(([name, { status }]) => [name, status]));
const sumOf = ({ counts: { completed: done, failed, skipped } }: Ending): number => done + failed + skipped;
/** Calls that nobody ever answers. */
const unanswered = ({ nodes }: Case): number =>
  Object.values(nodes).filter(
    ({ does: [first] = [] }) => first === 'slow' || (typeof first === 'object' && 'passes' in first),
  ).length;

describe('an execution whose worker ends before or after any of its effects', () => {
  it.each(Object.entries(cases))('%s: ends as it would have, and each effect is made once', (_, its) =>
    always(its, leasesPass),
  );

  it('with what was not written yet: ends as it would have, and each effect is made once', () =>
    always(cases['diamond']!, leasesPass, { lookMs: 5, writeMs: 3_600_000 }));
});

describe('an execution between whose steps', () => {
  it('the registers are lost: nothing is done twice', () =>
    always(cases['pass nodes between models']!, async (id) => {
      await world.tools.registers.remove(`work:execution:${id}`);
      world.passLeases();
    }));

  it('a day passes: nothing is done twice', () =>
    always(cases['two last nodes']!, async () => world.pass(DAY_MS)));
});
