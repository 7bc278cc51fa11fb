import { PEEK_CHARACTERS } from './detection.js';
import { readWhole } from './testing/reading.js';

const LONG = 'x'.repeat(PEEK_CHARACTERS);

describe('what a file is', () => {
  it('of NetworkX is seen where its edges fill all that is looked at', async () => {
    const graph = { directed: true, multigraph: true, graph: {} };
    const edges = [{ source: 'a', target: 'b', text: LONG }];
    const { nodes, end } = await readWhole(JSON.stringify({ ...graph, edges, nodes: [{ id: 'a' }] }));
    expect(nodes).toHaveLength(1);
    expect(end).toMatchObject({ kind: 'end', dialect: 'node-link', edges: 1 });
  });

  it('of Neo4j is seen where its first line is longer than what is looked at', async () => {
    const node = { type: 'node', id: 'a', labels: [], properties: { text: LONG } };
    const { end } = await readWhole(`${JSON.stringify(node)}\n${JSON.stringify({ ...node, id: 'b' })}\n`);
    expect(end).toMatchObject({ kind: 'end', dialect: 'apoc', nodes: 2 });
  });
});

describe('what JavaScript has a word for', () => {
  it.each([
    ['<gexf><graph><__proto__/></graph></gexf>', 'the element __proto__'],
    ['<graphml><toString/></graphml>', 'the element toString'],
    ['{"graph":{"nodes":{},"toString":{"a":1}}}', 'toString of the graph'],
  ])('means nothing in %s', async (file, what) => {
    expect((await readWhole(file)).end).toMatchObject({ kind: 'end', notHeld: [{ what, count: 1 }] });
  });

  it('is no direction', async () => {
    const { facts } = await readWhole('{"options":{"type":"toString"},"nodes":[]}');
    expect(facts.directed).toBeUndefined();
  });
});
