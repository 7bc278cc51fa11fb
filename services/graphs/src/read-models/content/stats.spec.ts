import type { GraphStats } from '@cairn/contracts';
import {
  type Document,
  type DocumentsReader,
  PastBudget,
  type QueryContext,
  unboundedPast,
} from '@cairn/kernel';
import * as fc from 'fast-check';
import { densityOf, Measuring } from '../../domain/stats/measuring.js';
import { anyDeeds } from '../../testing/content-deeds.js';
import { contentForEach, type ContentUnderTest, type VersionPath } from '../../testing/content-under-test.js';
import { PlayedContent } from '../../testing/sent-deeds.js';
import { contentId, keyOf } from './keys.js';
import { EDGES, NODES } from './project.js';
import { graphEdges, graphNodes, graphStats } from './queries.js';

const ALL = { limit: 1_000, sort: 'uid' };

describe('statistics of a content', () => {
  let content: ContentUnderTest;
  let path: VersionPath;
  contentForEach((given, version) => {
    [content, path] = [given, version];
  });

  const told = async (context: QueryContext): Promise<GraphStats> =>
    (await graphStats.ofVersion(context, path))!.resource;

  /** What the lists of nodes and edges come to. */
  const listed = async (context: QueryContext, revision: number): Promise<Partial<GraphStats>> => {
    const { elements: nodes } = (await graphNodes.list(context, path, ALL))!;
    const { elements: edges } = (await graphEdges.list(context, path, ALL))!;
    const measuring = new Measuring();
    for (const { uid, labels } of nodes) measuring.addNode(keyOf(uid), labels);
    for (const { source, target, ...edge } of edges)
      measuring.addEdge({ ...edge, source: keyOf(source), target: keyOf(target) });
    const { multiEdges, labels, types, ...others } = measuring.measured();
    return {
      ...{ version_id: path.version_id, revision, node_count: nodes.length, edge_count: edges.length },
      self_loops: edges.filter(({ source, target }) => source === target).length,
      density: densityOf(nodes.length, edges.length, others.directed),
      ...others,
      multi_edges: multiEdges,
      ...{ node_labels: [...labels!.names], node_label_count: labels!.total },
      ...{ edge_types: [...types!.names], edge_type_count: types!.total },
    };
  };

  const expectListed = async (context: QueryContext, revision: number): Promise<void> => {
    const { computed_at, ...stats } = await told(context);
    expect(stats).toEqual(await listed(context, revision));
    expect(computed_at).toBe((await content.events(path))[revision]!.metadata.at);
  };

  // What is computed is kept by its revision: each is asked for once only.
  it('are what its lists come to, after each change', async () => {
    for (const deeds of fc.sample(anyDeeds(30), 3)) {
      path = await content.version();
      const played = new PlayedContent(content, path);
      for (const deed of deeds) {
        await played.play(deed);
        const { length } = await content.events(path);
        if (length > 0) await expectListed(content.reading(), length - 1);
      }
    }
  });

  it('are what its lists come to as of each revision', async () => {
    for (const deeds of fc.sample(anyDeeds(100), 3)) {
      path = await content.version();
      const played = new PlayedContent(content, path);
      for (const deed of deeds) await played.play(deed);
      for (const revision of (await content.events(path)).keys())
        await expectListed(await content.readingAt(path, revision), revision);
    }
  });

  it('of a content that is empty are nothing, since the version is there', async () => {
    const { computed_at, ...stats } = await told(content.reading());
    expect(stats).toEqual({
      ...{ version_id: path.version_id, revision: null, node_count: 0, edge_count: 0, density: 0 },
      ...{ directed: true, self_loops: 0, multi_edges: 0, components: 0, isolated: 0 },
      ...{ node_labels: [], node_label_count: 0, edge_types: [], edge_type_count: 0 },
      degree: { min: 0, max: 0, avg: 0, histogram: [] },
    });
    expect(Date.parse(computed_at)).toBeLessThanOrEqual(Date.now());
  });

  /** Before a page of a collection is read, something is done once. */
  const readingWhile = (collection: string, deed: () => Promise<unknown>, skip = 0): QueryContext => {
    let left = skip;
    const context = content.reading();
    const { today } = context;
    const before = async (name: string): Promise<void> => {
      if (name === collection && left-- === 0) await deed();
    };
    const documents: DocumentsReader = {
      get: (name, id) => today.get(name, id),
      getMany: (name, ids) => today.getMany(name, ids),
      getSome: (name, ids, most) => today.getSome(name, ids, most),
      count: (name, filter, limit) => today.count(name, filter, limit),
      find: async (name, wanted) => {
        await before(name);
        return today.find(name, wanted);
      },
      findPage: async (name, wanted) => {
        await before(name);
        return today.findPage(name, wanted);
      },
    };
    return { ...context, documents, today: documents };
  };

  it.each([
    [NODES, 0],
    [NODES, 1],
    [NODES, 2],
    [EDGES, 0],
    [EDGES, 1],
    [EDGES, 2],
  ])('are of one revision, whatever is written before page %s %d is read', async (collection, page) => {
    const uids = Array.from({ length: 600 }, (_, index) => `n${String(index).padStart(3, '0')}`);
    const nodes = uids.map((uid) => ({ uid, labels: ['Old'] }));
    const edges = uids.map((uid) => ({ uid, source: uid, target: uids[0]!, type: 'OLD' }));
    await content.bulkNodes(path, { nodes, edges });
    const expected = await listed(content.reading(), 0);
    const write = async () => {
      const changed = uids.slice(100, 500).map((uid) => ({ uid, labels: ['New'] }));
      await content.bulkNodes(path, { mode: 'merge', nodes: changed, delete: uids.slice(0, 50) });
      await content.bulkNodes(path, { mode: 'create', nodes: uids.slice(0, 50).map((uid) => ({ uid })) });
      await content.undo(path, 1, { on_error: 'skip' });
    };
    const { computed_at, ...stats } = await told(readingWhile(collection, write, page));
    expect(stats).toEqual(expected);
    expect((await told(content.reading())).revision).toBe(3);
  });

  it('have the labels and types of their revision', async () => {
    await content.bulkNodes(path, { nodes: [{ uid: 'a', labels: ['Old'] }] });
    const write = () => content.updateNode(path, 'a', { labels: ['New'] });
    const stats = await told(readingWhile('graph_terms', write, 1));
    expect(stats).toMatchObject({
      revision: 1,
      node_labels: [{ name: 'New', count: 1 }],
      node_label_count: 1,
    });
  });

  it('of many nodes take a place among what is heavy, once', async () => {
    await content.bulkNodes(path, {
      nodes: Array.from({ length: 1_200 }, (_, index) => ({ uid: `n${index}` })),
    });
    const read: number[] = [];
    const past = {
      ...unboundedPast(),
      budget: new PastBudget({ events: 100 }, ({ events }) => read.push(events)),
    };
    const first = await told({ ...content.reading(), past });
    expect(read).toEqual([1_200]);
    expect(await told({ ...content.reading(), past })).toEqual(first);
    expect(read).toEqual([1_200]);
  });

  /** A puffin and a guillemot that see each other: revision 1, of which half is at revision 0. */
  const twoBirds = async (): Promise<void> => {
    await content.bulkNodes(path, {
      nodes: [
        { uid: 'a', labels: ['Bird'] },
        { uid: 'b', labels: ['Bird', 'Rare'] },
      ],
      edges: [{ uid: 'a', source: 'a', target: 'b', type: 'SEES', directed: false }],
    });
    await content.updateNode(path, 'a', { labels: [] });
  };
  /** As if there were more than there are. */
  const reading = (
    context: QueryContext,
    { total = {}, rows = 0 }: { readonly total?: object; readonly rows?: number },
  ): QueryContext => {
    const { today } = context;
    const isCounted = (found: Document): boolean =>
      found.id === contentId(path.version_id) || found['self_loops'] !== undefined;
    const documents: DocumentsReader = {
      get: async (name, id) => {
        const found = await today.get(name, id);
        return found && isCounted(found) ? { ...found, ...total } : found;
      },
      getMany: (name, ids) => today.getMany(name, ids),
      getSome: (name, ids, most) => today.getSome(name, ids, most),
      count: async (name, filter, most) => Math.min(rows + (await today.count(name, filter, most)), most),
      find: (name, wanted) => today.find(name, wanted),
      findPage: (name, wanted) => today.findPage(name, wanted),
    };
    return { ...context, ...(context.documents === today ? { documents } : {}), today: documents };
  };
  const counts = { node_count: 60_000, edge_count: 40_001, self_loops: 0 };
  const total = { nodes: 60_000, edges: 40_001 };

  it('of more than are gone over are the counts, and the labels and types of today', async () => {
    await twoBirds();
    const { density, computed_at, ...now } = await told(reading(content.reading(), { total }));
    expect(now).toEqual({
      ...{ version_id: path.version_id, revision: 1, ...counts, directed: false },
      node_labels: [
        { name: 'Bird', count: 1 },
        { name: 'Rare', count: 1 },
      ],
      ...{ node_label_count: 2, edge_types: [{ name: 'SEES', count: 1 }], edge_type_count: 1 },
    });
    expect(density).toBeCloseTo((2 * 40_001) / (60_000 * 59_999), 12);
  });

  it('of more than are gone over have no labels and types of the past', async () => {
    await twoBirds();
    const { density, computed_at, ...then } = await told(
      reading(await content.readingAt(path, 0), { total }),
    );
    expect(then).toEqual({ version_id: path.version_id, revision: 0, ...counts, directed: false });
  });

  it('of the past are the counts, too, where more was written since than is gone over', async () => {
    await twoBirds();
    const { computed_at, ...then } = await told(reading(await content.readingAt(path, 0), { rows: 300_000 }));
    expect(then).toEqual({
      ...{ version_id: path.version_id, revision: 0, node_count: 2, edge_count: 1, self_loops: 0 },
      ...{ directed: false, density: 1 },
    });
  });

  it('of many edges tell whether they are directed where the first do', async () => {
    const edges = (directed: boolean, from: number) =>
      Array.from({ length: 5_000 }, (_, index) => ({
        ...{ uid: `e${String(from + index).padStart(5, '0')}`, source: 'a', target: 'b', directed },
      }));
    await content.bulkNodes(path, { nodes: [{ uid: 'a' }, { uid: 'b' }], edges: edges(false, 5_000) });
    await content.bulkNodes(path, { nodes: [], edges: edges(false, 10_000) });
    expect('directed' in (await told(reading(content.reading(), { total })))).toBe(false);
    await content.bulkNodes(path, { nodes: [], edges: edges(true, 0) });
    expect(await told(reading(content.reading(), { total }))).toMatchObject({
      ...{ directed: true, density: 40_001 / (60_000 * 59_999) },
    });
  });
});
