import { DecidedContent, edge, gone, node, timeOf } from '../../testing/decided-content.js';

/** What of the content is there, and since when it was created. */
const uidsOf = (content: DecidedContent) => {
  const { nodes, edges } = content.loaded();
  return { nodes: [...nodes.keys()].sort(), edges: [...edges.keys()].sort() };
};

const codesOf = (kept: ReturnType<DecidedContent['undo']>['kept']) =>
  kept.map(({ element, uid, code }) => `${element} ${uid} ${code}`);

describe('a change of content is undone', () => {
  let content: DecidedContent;
  beforeEach(() => {
    content = new DecidedContent();
    content.change({
      nodes: [node('a', { labels: ['Bird'], properties: { p: 1 } }), node('b')],
      edges: [edge('ab', 'a', 'b', { type: 'EATS' })],
    });
  });

  it('a node that was deleted comes back with its edges, as they were and when they were created', () => {
    const before = content.loaded();
    content.change({ deletedNodes: gone('a') });
    expect(uidsOf(content)).toEqual({ nodes: ['b'], edges: [] });
    const { kept, data } = content.undo(1);
    expect(kept).toEqual([]);
    expect(data).toMatchObject({
      nodes: [{ uid: 'a', labels: ['Bird'], properties: { p: 1 }, created_at: timeOf(0) }],
      edges: [{ uid: 'ab', source: 'a', target: 'b', type: 'EATS', created_at: timeOf(0) }],
      total: { nodes: 2, edges: 1, self_loops: 0 },
    });
    // They end no row: nothing was there.
    expect(JSON.stringify(data)).not.toContain('"was"');
    expect(uidsOf(content)).toEqual({ nodes: [...before.nodes.keys()], edges: [...before.edges.keys()] });
  });

  it('an edge that it moved to a node of its own goes back, and the node goes', () => {
    content.change({ nodes: [node('new')], edges: [edge('ab', 'a', 'new')] });
    const { kept, data } = content.undo(1);
    expect(kept).toEqual([]);
    expect(data).toMatchObject({
      edges: [{ uid: 'ab', source: 'a', target: 'b', was: 1 }],
      deleted_nodes: [{ uid: 'new', was: 1 }],
    });
  });

  it('an undo is a change that can be undone', () => {
    content.change({ nodes: [node('a', { properties: { p: 2 } })], deletedNodes: gone('b') });
    content.undo(1);
    const { kept } = content.undo(2);
    expect(kept).toEqual([]);
    expect(uidsOf(content)).toEqual({ nodes: ['a'], edges: [] });
    expect(content.loaded().nodes.get('a')).toMatchObject({ properties: { p: 2 } });
  });

  it('what is again as it was before needs nothing: no event, nothing stays', () => {
    content.change({ nodes: [node('a', { properties: { p: 2 } })] });
    content.change({ nodes: [node('a', { properties: { p: 1 } })] });
    expect(content.undo(1)).toEqual({ kept: [], data: undefined });
  });

  it.each<
    [string, Parameters<DecidedContent['change']>[0], Parameters<DecidedContent['change']>[0], string[]]
  >([
    [
      'a node that was changed since',
      { nodes: [node('a', { properties: { p: 2 } })] },
      { nodes: [node('a', { properties: { q: 1 } })] },
      ['node a changed_since'],
    ],
    [
      'a node that was deleted since',
      { nodes: [node('a', { labels: [] })] },
      { deletedNodes: gone('a') },
      ['node a changed_since'],
    ],
    [
      'an edge that was deleted and is there again, another one',
      { deletedEdges: gone('ab') },
      { edges: [edge('ab', 'b', 'a')] },
      ['edge ab changed_since'],
    ],
    [
      'a node of its own at which others have put an edge',
      { nodes: [node('c')] },
      { edges: [edge('ac', 'a', 'c')] },
      ['node c connected_since'],
    ],
    [
      'an edge whose node is gone',
      { deletedEdges: gone('ab') },
      { deletedNodes: gone('b') },
      ['edge ab node_missing'],
    ],
    [
      'an edge that others have changed, and the node of its own that it leads to',
      { nodes: [node('c')], edges: [edge('ab', 'a', 'c')] },
      { edges: [edge('ab', 'a', 'c', { type: 'SEES' })] },
      ['edge ab changed_since', 'node c connected_since'],
    ],
  ])('%s stays', (_, undone, since, stays) => {
    content.change(undone);
    content.change(since);
    const before = content.loaded();
    const { kept, data } = content.undo(1);
    expect(codesOf(kept)).toEqual(stays);
    expect(data).toBeUndefined();
    expect(content.loaded()).toEqual(before);
  });

  it('a node of its own that has more edges than are loaded stays', () => {
    content.change({ nodes: [node('hub')] });
    expect(codesOf(content.undo(1, new Map([['hub', 20_000]])).kept)).toEqual(['node hub connected_since']);
  });
});
