import { graphCommands } from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import {
  contentForEach,
  type ContentUnderTest,
  resultOf,
  uidMadeBy,
  type VersionPath,
} from './testing/content-under-test.js';

describe('commands on content', () => {
  let content: ContentUnderTest;
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
  });

  const nodes = (...uids: readonly string[]) => uids.map((uid) => ({ uid }));

  it('an edge that is changed without its ends keeps them', async () => {
    const edge = { uid: 'ab', source: 'a', target: 'b', type: 'EATS', properties: { p: 1 } };
    await content.bulkNodes(path, { nodes: nodes('a', 'b'), edges: [edge] });
    for (const query of [{}, { replace: true }]) {
      const input = { ...path, edge_uid: 'ab', body: { properties: { q: 2 } }, query };
      await content.running.done(content.me, graphCommands.updateGraphEdge, input);
      const { source, target, type, properties } = (await content.edges(path)).elements[0]!;
      const merged = { type: 'EATS', properties: { p: 1, q: 2 } };
      const replaced = { type: '', properties: { q: 2 } };
      expect({ source, target, type, properties }).toEqual({
        ...{ source: 'a', target: 'b' },
        ...('replace' in query ? replaced : merged),
      });
    }
  });

  it('law 3: a bulk that left something out is answered alike when it comes again, and can be undone', async () => {
    const body = { nodes: [...nodes('a', 'a', 'b')], edges: [{ source: 'a', target: 'nobody' }] };
    const id = freshId();
    const first = await content.bulkNodes(path, body, { on_error: 'skip' }, { id });
    expect(first).toMatchObject({
      replayed: false,
      result: {
        ...{ created: 2, updated: 0, deleted: 0, unchanged: 0, uids: ['a', 'b'], revision: 0 },
        errors: [
          { pointer: '/nodes/1/uid', index: 1, code: 'uid_repeated' },
          { pointer: '/edges/0/target', index: 0, code: 'node_missing' },
        ],
      },
    });
    await content.bulkNodes(path, { nodes: nodes('c') });
    const again = await content.bulkNodes(path, body, { on_error: 'skip' }, { id });
    expect(again).toMatchObject({ replayed: true, revision: '0' });
    expect(resultOf(again)).toEqual(resultOf(first));
    expect(await content.undo(path, 0)).toMatchObject({
      result: { nodes: 2, edges: 0, kept: [], revision: 2 },
    });
    expect(await content.events(path)).toHaveLength(3);
  });

  it('law 3: an undo that left something is answered alike when it comes again', async () => {
    await content.bulkNodes(path, { nodes: nodes('a', 'b') });
    await content.bulkNodes(path, { nodes: [{ uid: 'a', labels: ['Bird'] }], mode: 'merge' });
    const id = freshId();
    const first = await content.undo(path, 0, { on_error: 'skip' }, { id });
    const kept = [{ element: 'node', uid: 'a', code: 'changed_since', message: 'was changed since' }];
    expect(first).toMatchObject({ replayed: false, result: { nodes: 1, edges: 0, kept, revision: 2 } });
    const again = await content.undo(path, 0, { on_error: 'skip' }, { id });
    expect(again).toMatchObject({ replayed: true });
    expect(resultOf(again)).toEqual(resultOf(first));
  });

  it('edges that are merged and say no uid add nothing when they are sent again; two alike are two', async () => {
    const eats = { source: 'a', target: 'b', type: 'EATS' };
    const body = {
      mode: 'merge' as const,
      nodes: nodes('a', 'b'),
      edges: [eats, eats, { ...eats, type: '' }],
    };
    expect(resultOf(await content.bulkNodes(path, body))).toMatchObject({ created: 5 });
    const again = { created: 0, updated: 0, unchanged: 5, revision: null };
    expect(resultOf(await content.bulkNodes(path, body))).toMatchObject(again);
    const { uid } = (await content.edges(path)).elements[0]!;
    // Whoever says such a uid means that edge, and the others have others.
    const named = { mode: 'merge' as const, edges: [{ ...eats, uid }, eats, eats] };
    const reply = resultOf(await content.bulkNodes(path, named)) as { readonly uids: readonly string[] };
    expect(new Set(reply.uids).size).toBe(3);
    expect(reply.uids[0]).toBe(uid);
  });

  it('elements that say no uid get one of their own, each', async () => {
    const id = freshId();
    const body = { nodes: [{}, { uid: 'a' }, {}], edges: [{ source: 'a', target: 'a' }] };
    const made = [uidMadeBy(id, 'node', 0), 'a', uidMadeBy(id, 'node', 2), uidMadeBy(id, 'edge', 0)];
    expect(resultOf(await content.bulkNodes(path, body, {}, { id }))).toMatchObject({
      created: 4,
      uids: made,
    });
    const { elements } = await content.nodes(path);
    expect(elements.map(({ uid }) => uid).sort()).toEqual(made.slice(0, 3).sort());
  });

  it('more than 10,000 elements are too many, however they are dealt out; 10,000 are not', async () => {
    const body = { nodes: nodes('a'), delete: Array.from({ length: 10_000 }, (_, index) => `x${index}`) };
    expect(await content.bulkNodes(path, body)).toMatchObject({ code: 'too_many_elements' });
    body.delete.pop();
    const reply = await content.bulkNodes(path, body, { on_error: 'skip' });
    expect(resultOf(reply)).toMatchObject({ created: 1, deleted: 0 });
    expect((resultOf(reply) as { readonly errors: readonly unknown[] }).errors).toHaveLength(9_999);
  });

  it('a node with more than 10,000 edges is not deleted: the answer tells how many there are', async () => {
    const between = (count: number, source: string, target: string) =>
      Array.from({ length: count }, (_, index) => ({ uid: `${source} ${target} ${index}`, source, target }));
    const remove = () =>
      content.running.send(content.me, graphCommands.deleteGraphNode, { ...path, node_uid: 'hub' });
    await content.bulkNodes(path, { nodes: nodes('hub', 'other'), edges: between(5_001, 'hub', 'other') });
    await content.bulkNodes(path, { edges: between(5_000, 'other', 'hub') });
    expect(await remove()).toMatchObject({ code: 'too_many_edges', extensions: { edges: 10_001 } });
    await content.bulkNodes(path, { edges: between(9_000, 'hub', 'hub') });
    expect(await remove()).toMatchObject({ code: 'too_many_edges', extensions: { edges: 19_001 } });
    const bulk = { delete: ['other', 'hub'] };
    expect(await content.bulkNodes(path, bulk)).toMatchObject({
      ...{ code: 'too_many_elements', errors: [{ pointer: '/delete/0' }, { pointer: '/delete/1' }] },
    });
    expect(await content.events(path)).toHaveLength(3);
  });
});
