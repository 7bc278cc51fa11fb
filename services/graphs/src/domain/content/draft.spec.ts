import { DecidedContent, edge, gone, node, timeOf } from '../../testing/decided-content.js';

type Changed = Parameters<DecidedContent['change']>[0];

describe('the event of a change of content', () => {
  let content: DecidedContent;
  beforeEach(() => {
    content = new DecidedContent();
    content.change({
      nodes: [node('a', { labels: ['Bird', 'Bird', 'a.b'] }), node('b', { labels: ['Bird'] })],
      edges: [edge('ab', 'a', 'b', { type: 'EATS' }), edge('aa', 'a', 'a'), edge('loop', 'b', 'b')],
    });
  });

  it('the first tells what there is, and how much', () => {
    expect(new DecidedContent().change({ nodes: [node('x', { labels: ['L', 'L'] })] })).toEqual({
      flaws: [],
      warned: { count: 0, first: [] },
      data: {
        ...{ graph_id: 'graph', version_id: 'version' },
        nodes: [{ uid: 'x', labels: ['L'], properties: {} }],
        by: { labels: [{ name: 'L', by: 1 }] },
        total: { nodes: 1, edges: 0, self_loops: 0 },
      },
    });
  });

  it.each<[string, Changed, object, object]>([
    [
      'labels that come and go',
      { nodes: [node('a', { labels: ['Fish', 'Bird'] })] },
      {
        labels: [
          { name: 'a.b', by: -1 },
          { name: 'Fish', by: 1 },
        ],
      },
      { nodes: 2, edges: 3, self_loops: 2 },
    ],
    [
      'a label that moves from one node to another is counted as before',
      { nodes: [node('a', { labels: ['Bird'] }), node('b', { labels: ['Bird', 'a.b'] })] },
      {},
      { nodes: 2, edges: 3, self_loops: 2 },
    ],
    [
      'an edge gets another type',
      { edges: [edge('ab', 'a', 'b', { type: '' })] },
      {
        types: [
          { name: 'EATS', by: -1 },
          { name: '', by: 1 },
        ],
      },
      { nodes: 2, edges: 3, self_loops: 2 },
    ],
    ['an edge becomes a loop', { edges: [edge('ab', 'b', 'b')] }, {}, { nodes: 2, edges: 3, self_loops: 3 }],
    ['a loop becomes an edge', { edges: [edge('aa', 'a', 'b')] }, {}, { nodes: 2, edges: 3, self_loops: 1 }],
    [
      'a node goes with its edges and loops',
      { deletedNodes: gone('a') },
      {
        labels: [
          { name: 'Bird', by: -1 },
          { name: 'a.b', by: -1 },
        ],
        types: [
          { name: 'EATS', by: -1 },
          { name: '', by: -1 },
        ],
      },
      { nodes: 1, edges: 1, self_loops: 1 },
    ],
    [
      'all at once',
      { deletedNodes: gone('b'), nodes: [node('c')], edges: [edge('cc', 'c', 'c', { type: 'EATS' })] },
      {
        labels: [{ name: 'Bird', by: -1 }],
        types: [{ name: '', by: -1 }],
      },
      { nodes: 2, edges: 2, self_loops: 2 },
    ],
  ])('tells by how much counts change: %s', (_, change, by, total) => {
    const { data } = content.change(change);
    expect([data?.by, data?.total]).toEqual([by, total]);
  });

  it('an edge that goes with its node and is created anew stands in it once, as changed', () => {
    const { data } = content.change({
      deletedNodes: gone('b'),
      edges: [edge('ab', 'a', 'a', { properties: { p: 1 } })],
    });
    expect(data).toMatchObject({
      edges: [{ uid: 'ab', target: 'a', type: '', properties: { p: 1 }, was: 0, created_at: timeOf(0) }],
      deleted_nodes: [{ uid: 'b', was: 0 }],
      deleted_edges: [{ uid: 'loop', was: 0 }],
      by: { types: [{ name: 'EATS', by: -1 }] },
    });
    expect(data!.edges).toHaveLength(1);
  });

  it('is none where nothing differs', () => {
    expect(content.change({ nodes: [node('a'), node('b', { labels: ['Bird'] })], edges: [] })).toEqual({
      flaws: [],
      warned: { count: 0, first: [] },
      data: undefined,
    });
  });
});
