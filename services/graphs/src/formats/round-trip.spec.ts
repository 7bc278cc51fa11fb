import * as fc from 'fast-check';
import type { EdgeElement, GraphElement, NodeElement } from './element.js';
import { formats } from './index.js';
import type { FormatName } from './format.js';
import { randomGraph } from './testing/random-graphs.js';
import { readWhole, roundTrip, withDistinctIds, type Whole } from './testing/reading.js';

const all = Object.values(formats).flatMap(({ name, dialects }) =>
  dialects.map((dialect) => [name, dialect] as const),
);

/** Words that objects of flat dialects have for themselves. */
const words: Readonly<Record<string, readonly string[]>> = {
  node: ['id', 'labels', 'parent'],
  edge: ['id', 'source', 'target', 'type', 'directed'],
};
const withoutWords = <Element extends GraphElement>(element: Element): Element => ({
  ...element,
  properties: Object.fromEntries(
    Object.entries(element.properties).filter(([name]) => !words[element.kind]!.includes(name)),
  ),
});

/** What a dialect can hold of a graph; what it cannot is listed with its count. */
const held = (dialect: string, graph: Omit<Whole, 'end'>): Omit<Whole, 'end'> => {
  const table: Omit<Whole, 'end'> = { nodes: [], edges: [], facts: { kind: 'graph' } };
  if (dialect === 'edges') return { ...table, edges: graph.edges };
  if (dialect === 'tables') return { ...graph, facts: { kind: 'graph' } };
  return dialect === 'nodes' ? { ...table, nodes: graph.nodes } : heldByGraphs(dialect, graph);
};

const heldByGraphs = (dialect: string, { nodes, edges, facts }: Omit<Whole, 'end'>): Omit<Whole, 'end'> => {
  const flat = ['node-link', 'd3', 'cytoscape', 'jgf'].includes(dialect);
  const node = (one: NodeElement): NodeElement => (flat ? withoutWords(one) : one);
  const edge = (one: EdgeElement): EdgeElement => {
    const kept = flat && dialect !== 'jgf' ? withoutWords(one) : one;
    return dialect === 'apoc' ? { ...kept, directed: true } : kept;
  };
  const heldEdges = edges.map(edge);
  const properties = ['d3', 'apoc', '1.3', '1.2draft'].includes(dialect) ? {} : facts.properties;
  return {
    nodes: nodes.map(node),
    edges: dialect === 'cytoscape' ? withDistinctIds(nodes, heldEdges) : heldEdges,
    facts: { kind: 'graph', properties: properties ?? {} },
  };
};

const plain = ({ nodes, edges, facts }: Omit<Whole, 'end'>) => ({
  nodes,
  edges,
  properties: facts.properties ?? {},
});

describe('any graph comes back as it was, as far as the format holds it', () => {
  it.each(all)('%s, %s', async (format: FormatName, dialect) => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { back, output } = await roundTrip(graph, format, dialect);
        const { nodes, edges } = held(dialect, graph);
        expect(back.end).toMatchObject({
          kind: 'end',
          nodes: nodes.length,
          edges: edges.length,
          notHeld: [],
        });
        expect(output).toMatchObject({ nodes: nodes.length, edges: edges.length });
        expect(plain(back)).toEqual(plain(held(dialect, graph)));
      }),
      { numRuns: 60 },
    );
  });

  it.each(all)('%s, %s, and from there on nothing changes any more', async (format: FormatName, dialect) => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { back } = await roundTrip(graph, format, dialect);
        const again = await roundTrip(back, format, dialect);
        const third = await roundTrip(again.back, format, dialect);
        expect(third.bytes).toEqual(again.bytes);
        expect(await readWhole(again.bytes, { pieceBytes: 7, format })).toEqual(again.back);
      }),
      { numRuns: 15 },
    );
  });
});
