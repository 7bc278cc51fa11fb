import fc from 'fast-check';
import type { Plan } from './plan.js';
import { type Outcome, type Standing, Walk } from './walk.js';

interface Drawn {
  readonly count: number;
  /** From a node to a later one; `data` or context. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly data: boolean }[];
}

const planOf = ({ count, edges }: Drawn): Plan => {
  const places = Array.from({ length: count }, (_, place) => place);
  const into = places.map((place) => edges.filter(({ to }) => to === place));
  return {
    nodes: [],
    places: new Map(),
    into: into.map((all) => all.map(({ from: at, data }) => ({ at, data }))),
    outOf: places.map((place) => edges.filter(({ from }) => from === place).map(({ to }) => to)),
    inputs: into.map((all) => all.filter(({ data }) => data).map(({ from }) => from)),
    isLast: places.map((place) => !edges.some(({ from, data }) => data && from === place)),
  };
};

const walkOf = (drawn: Drawn): Walk => {
  const plan = planOf(drawn);
  return new Walk({ ...plan, nodes: Array.from({ length: drawn.count }) });
};

const standingsOf = (walk: Walk, count: number): readonly Standing[] =>
  Array.from({ length: count }, (_, place) => walk.standingOf(place));

/** What each node comes to by the definition, one after the other: those that run end as they were told to. */
const byDefinition = ({ count, edges }: Drawn, outcomes: readonly Outcome[]): readonly Standing[] => {
  const standings: Standing[] = [];
  for (let place = 0; place < count; place += 1) {
    const before = edges.filter(({ to }) => to === place);
    const data = before.filter((edge) => edge.data);
    if (before.some(({ from }) => standings[from] === 'left_out' || standings[from] === 'failed_skip'))
      standings.push('left_out');
    else if (data.length > 0 && data.every(({ from }) => standings[from] === 'skipped'))
      standings.push('skipped');
    else standings.push(outcomes[place]!);
  }
  return standings;
};

const seed = 55;
const OUTCOMES = ['completed', 'completed', 'failed_continue', 'failed_skip'] as const;

const drawn = fc.integer({ min: 2, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    edges: fc.array(
      fc
        .record({ from: fc.nat(count - 1), to: fc.nat(count - 1), data: fc.boolean() })
        .filter(({ from, to }) => from < to),
      { maxLength: 24 },
    ),
    outcomes: fc.array(fc.constantFrom<Outcome>(...OUTCOMES), { minLength: count, maxLength: count }),
    order: fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
  }),
);

/** Settles what is ready in whatever order, each twice. */
const settleAll = (walk: Walk, outcomes: readonly Outcome[], order: readonly number[]): void => {
  const ready: number[] = [];
  for (let turn = 0; ; turn += 1) {
    ready.push(...walk.takeReady());
    const [place] = ready.splice((order[turn] ?? 0) % Math.max(1, ready.length), 1);
    if (place === undefined) return;
    walk.settle(place, outcomes[place]!);
    expect(walk.settle(place, 'completed')).toBe(false);
  }
};

describe('a walk', () => {
  it('comes to what the definition says, in whatever order nodes are settled', () => {
    fc.assert(
      fc.property(drawn, ({ outcomes, order, ...its }) => {
        const walk = walkOf(its);
        settleAll(walk, outcomes, order);
        expect(standingsOf(walk, its.count)).toEqual(byDefinition(its, outcomes));
        expect([walk.isOver, walk.isStopped]).toEqual([true, false]);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('goes on from what was recorded as if nothing had happened', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(fc.boolean(), { minLength: 12 }),
        ({ outcomes, order, ...its }, isKnown) => {
          const plan = { ...planOf(its), nodes: Array.from({ length: its.count }) } as Plan;
          const known = new Map([...outcomes.entries()].filter(([place]) => isKnown[place]));
          const walk = Walk.after(plan, known);
          settleAll(walk, outcomes, order);
          expect(standingsOf(walk, its.count)).toEqual(byDefinition(its, outcomes));
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });

  it('is over when a node fails with stop: what runs is cancelled, what waits is skipped', () => {
    fc.assert(
      fc.property(drawn, fc.nat(11), ({ outcomes, order, ...its }, stopAt) => {
        const stopping = outcomes.map((outcome, place) => (place === stopAt ? 'failed_stop' : outcome));
        const walk = walkOf(its);
        settleAll(walk, stopping, order);
        const standings = standingsOf(walk, its.count);
        expect(standings.filter((standing) => standing === 'waiting' || standing === 'ready')).toEqual([]);
        expect(walk.isOver).toBe(true);
        expect(walk.isStopped).toBe(standings.includes('failed_stop'));
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('tells each node that is skipped once', () => {
    const walk = walkOf({
      count: 3,
      edges: [
        { from: 0, to: 1, data: true },
        { from: 1, to: 2, data: true },
      ],
    });
    expect(walk.takeReady()).toEqual([0]);
    walk.settle(0, 'failed_skip');
    expect([walk.takeSkipped(), walk.takeSkipped()]).toEqual([[1, 2], []]);
  });

  it('takes time linear in nodes and edges', () => {
    const reads = { count: 0 };
    const counted = (length: number): Plan => {
      const plan = planOf({
        count: length,
        edges: Array.from({ length: length - 1 }, (_, from) => ({ from, to: from + 1, data: true })),
      });
      const counting = <Each extends readonly unknown[]>(all: readonly Each[]) =>
        all.map((each) => new Proxy(each, { get: (of, key) => ((reads.count += 1), Reflect.get(of, key)) }));
      return {
        ...plan,
        nodes: Array.from({ length }),
        into: counting(plan.into),
        outOf: counting(plan.outOf),
      };
    };
    const cost = (length: number): number => {
      reads.count = 0;
      const walk = new Walk(counted(length));
      for (let ready = walk.takeReady(); ready.length > 0; ready = walk.takeReady())
        for (const place of ready) walk.settle(place, 'completed');
      expect(walk.isOver).toBe(true);
      return reads.count;
    };
    expect(cost(2_000) / cost(1_000)).toBeLessThan(2.1);
  });
});
