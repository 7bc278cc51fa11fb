import * as fc from 'fast-check';
import { densityOf, type Measured, type MeasuredEdge, Measuring } from './measuring.js';
import { NameCounts } from './name-counts.js';

interface AnyGraph {
  readonly nodes: readonly (readonly string[])[];
  readonly edges: readonly MeasuredEdge[];
}

const measured = ({ nodes, edges }: AnyGraph): Measured => {
  const measuring = new Measuring();
  for (const [index, labels] of nodes.entries()) measuring.addNode(String(index), labels);
  for (const edge of edges) measuring.addEdge(edge);
  return measuring.measured();
};

/** Few nodes and few types, so that loops, parallel edges and nodes alone are frequent. */
const anyGraph: fc.Arbitrary<AnyGraph> = fc.integer({ min: 0, max: 7 }).chain((size) => {
  const end = fc.integer({ min: 0, max: Math.max(size - 1, 0) }).map(String);
  const edge = fc.record({
    ...{ source: end, target: end, type: fc.constantFrom('', 'EATS', '__proto__') },
    directed: fc.boolean(),
  });
  return fc.record({
    nodes: fc.array(fc.uniqueArray(fc.constantFrom('Bird', 'Fish', 'constructor')), {
      ...{ minLength: size, maxLength: size },
    }),
    edges: size === 0 ? fc.constant([]) : fc.array(edge, { maxLength: 12 }),
  });
});

/** The same, written down once more and as simply as possible. */
const plain = ({ nodes, edges }: AnyGraph): Measured => {
  const degrees = nodes.map(
    (_, node) =>
      edges.flatMap(({ source, target }) => [source, target]).filter((end) => end === `${node}`).length,
  );
  const sorted = [...degrees].sort((one, other) => one - other);
  return {
    directed: edges.length === 0 || edges.some(({ directed }) => directed),
    multiEdges: edges.filter((edge, at) => edges.slice(0, at).some((other) => isParallel(edge, other)))
      .length,
    degree: {
      min: sorted.at(0) ?? 0,
      max: sorted.at(-1) ?? 0,
      avg: nodes.length === 0 ? 0 : degrees.reduce((sum, degree) => sum + degree, 0) / nodes.length,
      histogram: [...new Set(sorted)].map((degree) => ({
        degree,
        count: degrees.filter((each) => each === degree).length,
      })),
    },
    components: componentsOf(nodes.length, edges),
    isolated: degrees.filter((degree) => degree === 0).length,
    labels: named(nodes.flat()),
    types: named(edges.map(({ type }) => type)),
  };
};

const isParallel = (one: MeasuredEdge, other: MeasuredEdge): boolean => {
  const isSame = one.source === other.source && one.target === other.target;
  const isTurned = one.source === other.target && one.target === other.source;
  return one.directed === other.directed && (isSame || (isTurned && !one.directed));
};

/** Everybody takes the lowest number of those beside them until nothing changes. */
const componentsOf = (size: number, edges: readonly MeasuredEdge[]): number => {
  const parts = Array.from({ length: size }, (_, node) => node);
  for (let round = 0; round < size; round += 1)
    for (const { source, target } of edges) {
      const lowest = Math.min(parts[Number(source)]!, parts[Number(target)]!);
      parts[Number(source)] = lowest;
      parts[Number(target)] = lowest;
    }
  return new Set(parts).size;
};

const named = (all: readonly string[]) => {
  const names = [...new Set(all)].map((name) => ({
    name,
    count: all.filter((each) => each === name).length,
  }));
  names.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  return { names, total: names.length };
};

describe('what nodes and edges come to', () => {
  it('is what counting them plainly comes to', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        expect(measured(graph)).toEqual(plain(graph));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of nothing is nothing', () => {
    expect(measured({ nodes: [], edges: [] })).toEqual({
      ...{ directed: true, multiEdges: 0, components: 0, isolated: 0 },
      degree: { min: 0, max: 0, avg: 0, histogram: [] },
      ...{ labels: { names: [], total: 0 }, types: { names: [], total: 0 } },
    });
  });

  it('of a loop is a node of degree two that is not isolated', () => {
    const loop = { source: '0', target: '0', type: '', directed: false };
    expect(measured({ nodes: [[], []], edges: [loop, loop] })).toMatchObject({
      ...{ directed: false, multiEdges: 1, components: 2, isolated: 1 },
      degree: { min: 0, max: 4, avg: 2 },
    });
  });

  it('is told of many nodes that are all apart, and of one to which all lead', () => {
    const nodes = Array.from({ length: 50_000 }, () => ['Node']);
    expect(measured({ nodes, edges: [] })).toMatchObject({ components: 50_000, isolated: 50_000 });
    const edges = nodes.map((_, node) => ({ source: `${node}`, target: '0', type: 'TO', directed: true }));
    expect(measured({ nodes, edges })).toMatchObject({
      ...{ components: 1, isolated: 0, multiEdges: 0 },
      degree: {
        max: 50_001,
        histogram: [
          { degree: 1, count: 49_999 },
          { degree: 50_001, count: 1 },
        ],
      },
      labels: { names: [{ name: 'Node', count: 50_000 }], total: 1 },
    });
  });
});

describe('density', () => {
  // nx.density of DiGraph and Graph with as many nodes and edges
  it.each([
    [0, 0, true, 0],
    [1, 1, true, 0],
    [2, 1, true, 0.5],
    [2, 1, false, 1],
    [4, 3, true, 0.25],
    [4, 3, false, 0.5],
    [2, 3, true, 1.5],
  ])('of %d nodes with %d edges, directed: %s, is %d', (nodes, edges, directed, density) => {
    expect(densityOf(nodes, edges, directed)).toBe(density);
  });
});

describe('counts of names', () => {
  const counted = (names: Iterable<string>, most?: number) => {
    const counts = new NameCounts(most);
    for (const name of names) counts.add(name);
    return counts.counted;
  };

  it('list the thousand most frequent, and tell how many there are', () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `n${String(index).padStart(4, '0')}`);
    const found = counted([...names, 'n1499', 'n1499', 'n1498']);
    expect(found?.names.slice(0, 3)).toEqual([
      { name: 'n1499', count: 3 },
      { name: 'n1498', count: 2 },
      { name: 'n0000', count: 1 },
    ]);
    expect([found?.names.length, found?.total]).toEqual([1_000, 1_500]);
  });

  it('are not told of more names than are held', () => {
    const names = Array.from({ length: 100_001 }, (_, index) => String(index));
    expect(counted(names.slice(1))?.total).toBe(100_000);
    expect(counted(names)).toBeUndefined();
    expect(counted(['ab', 'ab', 'c'], 3)?.total).toBe(2);
    expect(counted(['ab', 'cd', 'ab'], 3)).toBeUndefined();
  });
});
