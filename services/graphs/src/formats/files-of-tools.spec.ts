import type { Json } from '@cairn/kernel';
import { readWhole, roundTrip, type Whole } from './testing/reading.js';
import { writeGraph } from './write-graph.js';
import { contentOf } from './testing/reading.js';

const node = { kind: 'node', labels: [], properties: {} } as const;
const graphml = (keys: string, inner: string): string =>
  `<graphml>${keys}\n<graph edgedefault="directed">${inner}</graph></graphml>`;

describe('GraphML', () => {
  const element =
    '<node id="a"><data key="k">7</data></node><edge source="a" target="a"><data key="k">7</data></edge>';

  it('of Neo4j declares one id for nodes and for edges', async () => {
    const keys =
      '<key id="k" for="node" attr.name="name" attr.type="string"/><key id="k" for="edge" attr.name="since" attr.type="long"/>';
    const { nodes, edges } = await readWhole(graphml(keys, element));
    expect([nodes[0]?.properties, edges[0]?.properties]).toEqual([{ name: '7' }, { since: 7 }]);
  });

  it.each([
    '<key id="k" for="all" attr.name="a"/><key id="k" for="node" attr.name="b"/>',
    '<key id="k" for="edge" attr.name="a"/><key id="k" attr.name="b"/>',
  ])('has no id that may mean two things: %s', async (keys) => {
    const end = { code: 'structure_invalid', message: '"k" is declared twice', line: 1 };
    expect((await readWhole(graphml(keys, element))).end).toMatchObject(end);
  });

  it('has properties by the ids of keys whose name is empty, as GEXF has', async () => {
    const { nodes } = await readWhole(graphml('<key id="k" for="node" attr.name=""/>', element));
    expect(nodes[0]?.properties).toEqual({ k: '7' });
    const gexf =
      '<gexf><graph><attributes><attribute id="k" title=""/></attributes><nodes><node id="a"><attvalue for="k" value="7"/></node></nodes></graph></gexf>';
    expect((await readWhole(gexf)).nodes[0]?.properties).toEqual({ k: '7' });
  });

  it('loses no text beside elements without a word', async () => {
    const text = graphml('<key id="k" for="node"/>', '<node id="a"><data key="k">5<b>6</b></data></node>');
    expect((await readWhole(text)).end).toMatchObject({
      notHeld: [{ what: 'text before elements in data', count: 1 }],
    });
  });
});

describe('JSON', () => {
  it.each([
    ['node-link', { multigraph: false, nodes: [{ id: 'a', data: 1 }], links: [] }, { data: 1 }],
    ['node-link', { directed: true, nodes: [{ id: 'a', data: { b: 1 } }], edges: [] }, { data: { b: 1 } }],
    ['d3', { nodes: [{ data: 'x' }], links: [] }, { data: 'x' }],
    ['cytoscape', { nodes: [{ data: { id: 'a', b: 1 } }], edges: [] }, { b: 1 }],
  ])('of %s has data for itself: %j', async (dialect, file, properties) => {
    const { nodes, end } = await readWhole(JSON.stringify(file));
    expect(end).toMatchObject({ dialect });
    expect(nodes).toMatchObject([{ properties }]);
  });

  it('of Cytoscape.js has numbers for ids of parents, too', async () => {
    const elements = { nodes: [{ data: { id: 1 } }, { data: { id: 2, parent: 1 } }] };
    expect((await readWhole(JSON.stringify({ elements }))).nodes).toEqual([
      { ...node, uid: '1' },
      { ...node, uid: '2', parent: '1' },
    ]);
  });

  it.each([
    { directed: false, nodes: [{ id: 1 }], adjacency: [[{ id: 1 }]] },
    { graph: { nodes: { a: {} }, links: [{ source: 'a', target: 'a' }] } },
    { elements: { nodes: [] }, links: [{ source: 'a', target: 'a' }] },
  ])('is not read without its edges: %j', async (file) => {
    expect((await readWhole(JSON.stringify(file))).end).toMatchObject({ code: 'not_supported' });
  });

  it.each([{ nodes: [{ key: 'x' }] }, { options: {}, nodes: [{ id: 'x' }] }])(
    'is of D3 where edges are links: %j',
    async (file) => {
      const links = [{ source: 0, target: 0 }];
      expect((await readWhole(JSON.stringify({ ...file, links }))).end).toMatchObject({
        dialect: 'd3',
        edges: 1,
      });
    },
  );

  it('has no property without a name, as no request has', async () => {
    const file = '{"nodes":[{"id":"a","":1}],"links":[]}';
    expect((await readWhole(file)).end).toMatchObject({ code: 'name_invalid', line: 1, column: 11 });
  });
});

describe('what requests may say, and XML cannot', () => {
  const graph: Omit<Whole, 'end'> = {
    facts: { kind: 'graph' },
    nodes: [{ ...node, uid: 'a\ufffe', labels: ['\uffff'], properties: { 'b\u0001': 1 } }],
    edges: [
      {
        kind: 'edge',
        uid: 'e\ufffe',
        from: 'a\ufffe',
        to: 'a\ufffe',
        type: '\uffff',
        directed: true,
        properties: {},
      },
    ],
  };

  it.each([
    ['json', 'graphology'],
    ['json', 'node-link'],
    ['json', 'apoc'],
    ['json', 'jgf'],
    ['csv', 'tables'],
  ] as const)('comes back in %s, %s', async (format, dialect) => {
    const { back } = await roundTrip(graph, format, dialect);
    expect(back).toMatchObject({ nodes: graph.nodes, edges: graph.edges });
  });

  it.each(['graphml', 'gexf'] as const)('is refused in %s', async (format) => {
    expect(await writeGraph(contentOf(graph), format)).toMatchObject({ kind: 'refused' });
  });
});

it.each([
  ['graphml', 'graphml'],
  ['gexf', '1.3'],
] as const)(
  'a property of numbers of any size is written, whichever comes first: %s',
  async (format, dialect) => {
    const large = { $integer: '9007199254740993' };
    const values: readonly (readonly Json[])[] = [
      [2, large, 1.5],
      [[2], [large], [1.5]],
      [1.5, large, 2],
      [large, 2, 1.5, { $integer: '99999999999999999999' }],
    ];
    for (const some of values) {
      const nodes = some.map((p, at) => ({ ...node, uid: String(at), properties: { p } }));
      const { back } = await roundTrip({ facts: { kind: 'graph' }, nodes, edges: [] }, format, dialect);
      expect(back.nodes).toEqual(nodes);
    }
  },
);

it.each(['graphml', 'gexf'] as const)(
  'a table that is sent as %s is refused at its first line',
  async (format) => {
    const { end } = await readWhole('source,target\na,b\nb,c\n', { format });
    expect(end).toMatchObject({ code: 'xml_invalid', line: 1, column: 1 });
  },
);
