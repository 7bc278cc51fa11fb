import { contentOf, readWhole, roundTrip, textOf, type Whole } from '../testing/reading.js';
import { writeGraph } from '../index.js';

const edge = { kind: 'edge', type: '', directed: true, properties: {} };
const node = { kind: 'node', labels: [], properties: {} };
const edgesIn = async (text: string) => (await readWhole(text)).edges;
const nodesIn = async (text: string) => (await readWhole(text)).nodes;

describe('a table of edges', () => {
  it.each([
    ['source and target', 'source,target\na,b\n'],
    ['any letter case and blanks', 'Source , TARGET\na,b\n'],
    ['from and to', 'from,to\na,b\n'],
    ['semicolons', 'to;from\nb;a\n'],
    ['tabs', 'source\ttarget\r\na\tb\r\n'],
    ['a named separator', 'sep=;\nsource;target\na;b\n'],
    ['a byte order mark', '\ufeffsource,target\na,b'],
  ])('is told by its header: %s', async (_, text) => {
    const { edges, nodes, end } = await readWhole(text, { pieceBytes: 1 });
    expect([edges, nodes]).toEqual([[{ ...edge, from: 'a', to: 'b' }], []]);
    expect(end).toEqual({
      ...{ kind: 'end', format: 'csv', dialect: 'edges', nodes: 0, edges: 1, notHeld: [] },
    });
  });

  it('has ids, types, directions and properties', async () => {
    const text =
      'source,target,id,type,directed,since,note\n007,b,e1,KNOWS,false,1999,\n,,,,,,\na,b,,Directed,,,x\n';
    expect(await edgesIn(text)).toEqual([
      {
        ...edge,
        ...{ uid: 'e1', from: '007', to: 'b', type: 'KNOWS', directed: false },
        properties: { since: 1999 },
      },
      { ...edge, from: 'a', to: 'b', type: 'Directed', properties: { note: 'x' } },
    ]);
  });

  it.each([
    ['Directed', '', true],
    ['Undirected', '', false],
    ['undirected', '', false],
    ['DIRECTED', 'DIRECTED', true],
    ['KNOWS', 'KNOWS', true],
    ['', '', true],
  ])('of Gephi says the direction as its type: %j', async (cell, type, directed) => {
    expect(await edgesIn(`Source,Target,Type,Label,Weight\na,b,${cell},c,1.0`)).toEqual([
      { ...edge, from: 'a', to: 'b', type, directed, properties: { label: 'c', weight: 1 } },
    ]);
  });

  it('of Neo4j has groups of ids, which are not kept', async () => {
    const { edges, end } = await readWhole(':START_ID(P),:END_ID(M),:TYPE,x:IGNORE,y:int\na,b,ACTED_IN,1,2');
    expect(edges).toEqual([{ ...edge, from: 'a', to: 'b', type: 'ACTED_IN', properties: { y: 2 } }]);
    expect(end).toMatchObject({ notHeld: [{ what: 'groups of ids', count: 1 }] });
  });
});

describe('a table of nodes', () => {
  it.each([
    ['id,labels\na,A;B', ['A', 'B']],
    ['id,labels\na,A|B', ['A', 'B']],
    ['id,labels\na,"[""A;B"",""C""]"', ['A;B', 'C']],
    ['id,labels\na,[A]', ['[A]']],
    ['uid,label\na,A;B', ['A;B']],
    ['ID,Label\na,A', ['A']],
    [':ID,:LABEL\na,A;B', ['A', 'B']],
  ])('has labels: %j', async (text, labels) => {
    expect(await nodesIn(text)).toEqual([{ ...node, uid: 'a', labels }]);
  });

  it('of Gephi has labels to show', async () => {
    expect(await nodesIn('Id,Label\n1,Ada')).toEqual([{ ...node, uid: '1', properties: { label: 'Ada' } }]);
  });

  it('of Neo4j has typed columns, and its id as a property when that has a name', async () => {
    expect(await nodesIn('p:ID,a:int,b:boolean,c:string,d:float[]\n1,2,true,3,4;5.5')).toEqual([
      { ...node, uid: '1', properties: { p: '1', a: 2, b: true, c: '3', d: [4, 5.5] } },
    ]);
    const dated = ':ID,a:date,b:datetime{timezone:+1},c:point,d:time[]{timezone:+2}\n1,2020,2,{x:1},3;4';
    expect(await readWhole(dated)).toMatchObject({
      nodes: [{ ...node, uid: '1', properties: { a: '2020', b: '2', c: '{x:1}', d: ['3', '4'] } }],
      end: { notHeld: [{ what: 'options of types', count: 1 }] },
    });
  });

  it('has parents, and loses what stands in columns without a name', async () => {
    const { nodes, end } = await readWhole('id,parent,,name\na,,,A\nb,a,x,\n');
    expect(nodes).toEqual([
      { ...node, uid: 'a', properties: { name: 'A' } },
      { ...node, uid: 'b', parent: 'a' },
    ]);
    expect(end).toMatchObject({ notHeld: [{ what: 'columns without a name', count: 1 }] });
  });

  it('without a header is refused when it is said to be one', async () => {
    const end = { kind: 'error', code: 'structure_invalid', line: 1, column: 1 };
    expect((await readWhole('1,2\n', { format: 'csv' })).end).toMatchObject(end);
    expect((await readWhole('', { format: 'csv' })).end).toMatchObject(end);
  });
});

describe('a cell without a type', () => {
  it.each([
    ['1', 1],
    ['-1.50', -1.5],
    ['1e3', 1000],
    ['true', true],
    ['9007199254740993', { $integer: '9007199254740993' }],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.10000000000000000000001', { $decimal: '0.10000000000000000000001' }],
    ['007', '007'],
    ['+1', '+1'],
    ['.5', '.5'],
    ['1e999', '1e999'],
    ['1e-999', '1e-999'],
    ['TRUE', 'TRUE'],
    ['NaN', 'NaN'],
    ['null', 'null'],
    [' 1', ' 1'],
    ["'=1", "'=1"],
  ])('%j is %j', async (cell, value) => {
    expect(await nodesIn(`id,a\nx,${cell}`)).toEqual([{ ...node, uid: 'x', properties: { a: value } }]);
  });
});

describe('a graph written as tables', () => {
  const graph: Omit<Whole, 'end'> = {
    facts: { kind: 'graph', properties: { name: 'g' } },
    nodes: [
      {
        ...{ kind: 'node', uid: '=1', labels: ['A', 'B'], kept: { gexf: {} } },
        properties: { name: '=cmd()', zip: '007', code: '12', mixed: '1', label: 'x' },
      },
      {
        kind: 'node' as const,
        uid: 'b',
        labels: ['a;b'],
        parent: '=1',
        properties: { mixed: 1, code: '1e3' },
      },
    ],
    edges: [
      {
        ...{ kind: 'edge' as const, from: '=1', to: 'b', type: 'Undirected', directed: true },
        properties: { source: 'wiki', weight: -1.5 },
      },
    ],
  };

  it('says what is not held', async () => {
    const [edges, nodes] = [
      await writeGraph(contentOf(graph), 'csv'),
      await writeGraph(contentOf(graph), 'csv', 'nodes'),
    ];
    expect(edges).toMatchObject({
      ...{ dialect: 'edges', extension: '.csv', nodes: 0, edges: 1 },
      notHeld: [
        { what: 'properties of the graph', count: 1 },
        { what: 'nodes', count: 2 },
      ],
    });
    expect(nodes).toMatchObject({
      ...{ dialect: 'nodes', nodes: 2, edges: 0 },
      notHeld: [
        { what: 'properties of the graph', count: 1 },
        { what: 'what gexf alone says of nodes', count: 1 },
        { what: 'edges', count: 1 },
      ],
    });
  });

  it('runs nothing in a spreadsheet (S28), has types where they are needed, and comes back', async () => {
    const nodes = await roundTrip(graph, 'csv', 'nodes');
    expect(nodes.text).toBe(
      'id,labels,parent,name,zip,code:string,mixed:json,label\r\n' +
        `'=1,"A;B",,'=cmd(),007,12,"""1""",x\r\n` +
        `b,"[""a;b""]",'=1,,,1e3,1,\r\n`,
    );
    expect(nodes.back.nodes).toEqual(graph.nodes.map(({ kept: _, ...one }) => one));
    const edges = await roundTrip(graph, 'csv', 'edges');
    expect(edges.text).toBe(
      `source,target,id,type,directed,source,weight\r\n'=1,b,,Undirected,true,wiki,-1.5\r\n`,
    );
    expect(edges.back.edges).toEqual(graph.edges);
  });

  it.each(['x', '1', '', 1])('has names that would mean something in a header, over %j', async (value) => {
    const names = [
      'a:int',
      'a:date',
      'p:ID',
      ':json',
      ' ',
      '',
      'Id',
      'Label',
      'id',
      'labels',
      'uid',
      'directed',
      '=x',
    ];
    const ends = ['source', 'target', 'from', 'to', 'Source', 'Target', ':START_ID', ':END_ID'];
    const properties = Object.fromEntries([...names, ...ends].map((name) => [name, value]));
    const named: Omit<Whole, 'end'> = {
      facts: { kind: 'graph' },
      nodes: [{ kind: 'node', uid: 'a', labels: [], properties }],
      edges: [{ kind: 'edge', from: 'a', to: 'a', type: '', directed: false, properties }],
    };
    expect((await roundTrip(named, 'csv', 'nodes')).back.nodes).toEqual(named.nodes);
    expect((await roundTrip(named, 'csv', 'edges')).back.edges).toEqual(named.edges);
  });

  it('has ten thousand columns at most', async () => {
    const properties = Object.fromEntries(Array.from({ length: 9_998 }, (_, at) => [`p${at}`, at]));
    const wide = { ...graph, nodes: [{ ...graph.nodes[1]!, properties }] };
    expect(await writeGraph(contentOf(wide), 'csv', 'nodes')).toMatchObject({ kind: 'refused' });
    expect(await writeGraph(contentOf(wide), 'csv', 'edges')).toMatchObject({ kind: 'file' });
  });

  it('that changed while it was written is no file', async () => {
    let times = 0;
    const content = {
      ...contentOf(graph),
      nodes: () =>
        contentOf(
          times++ === 0 ? graph : { ...graph, nodes: [{ ...graph.nodes[1]!, properties: { new: 1 } }] },
        ).nodes(),
    };
    const output = await writeGraph(content, 'csv', 'nodes');
    if (output.kind === 'refused') throw new Error(output.message);
    await expect(textOf(output)).rejects.toThrow('changed while it was written');
  });
});
