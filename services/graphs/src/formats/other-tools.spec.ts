import type { EdgeElement, NodeElement } from './element.js';
import { roundTrip } from './testing/reading.js';

/** What `make/read.py` and `make/read.mjs` found that other tools do with files. */
describe('a file for another tool', () => {
  const node = (uid: string): NodeElement => ({
    ...{ kind: 'node', uid, labels: ['Person'] },
    properties: { labels: 'none' },
  });
  const edge = (uid: string): EdgeElement => ({
    ...{ kind: 'edge', uid, from: 'a', to: 'b', type: 'KNOWS', directed: true },
    properties: { label: 'since ever', 'cairn-label': 1 },
  });
  const graph = {
    facts: { kind: 'graph' },
    nodes: [node('a'), node('b')],
    edges: [edge('a'), edge('e')],
  } as const;

  it('has no two keys of a name in GraphML, which igraph does not read', async () => {
    const { text, back } = await roundTrip(graph, 'graphml', 'graphml');
    const names = [...text.matchAll(/<key [^>]*for="(\w+)" attr.name="([^"]+)"/g)].map(
      ([, of, name]) => `${of} ${name}`,
    );
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('edge cairn-cairn-label');
    expect(back).toMatchObject({ nodes: graph.nodes, edges: graph.edges });
  });

  it('has no edge with the id of a node, which Cytoscape.js leaves out', async () => {
    const { text, output } = await roundTrip(graph, 'json', 'cytoscape');
    const { elements } = JSON.parse(text) as { elements: { edges: { data: { id?: string } }[] } };
    expect(elements.edges.map(({ data }) => data.id)).toEqual([undefined, 'e']);
    expect(output.notHeld).toContainEqual({ what: 'ids of edges that are ids of nodes', count: 1 });
  });
});
