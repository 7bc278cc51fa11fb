/** Nodes and edges of a graph: found, counted, and read as they were. */
import {
  addEdge,
  addNode,
  type Content,
  contentOf,
  counts,
  countsOf,
  emptyGraph,
  foodWeb,
  listed,
  type Query,
  type VersionPath,
} from '../support/content.js';
import { checkedPerson } from '../support/contract.js';
import { past } from '../support/granting.js';
import type { Person } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('lists and the past of nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
  });
  afterAll(() => cairn.leave());

  describe('lists', () => {
    it('are narrowed by what elements are, and count what they have', async () => {
      const params = await foodWeb(ada);
      const narrowed = async (what: 'Nodes' | 'Edges', query: Query) => {
        const { uids, total } = await listed(ada, params, what, query);
        expect([query, total]).toEqual([query, uids.length]);
        return uids.join();
      };
      expect(await narrowed('Nodes', {})).toBe('guillemot,puffin,sandeel');
      expect(await narrowed('Nodes', { sort: '-uid' })).toBe('sandeel,puffin,guillemot');
      expect(await narrowed('Nodes', { label: 'Bird' })).toBe('guillemot,puffin');
      expect(await narrowed('Nodes', { label: 'Mammal' })).toBe('');
      expect(await narrowed('Nodes', { uid: ['puffin', 'nobody', 'guillemot'] })).toBe('guillemot,puffin');
      expect(await narrowed('Nodes', { uid: 'puffin', label: 'Fish' })).toBe('');
      expect(await narrowed('Nodes', { property: 'legs:2' })).toBe('guillemot,puffin');
      expect(await narrowed('Nodes', { property: 'rare:false' })).toBe('guillemot');
      expect(await narrowed('Nodes', { property: 'ring:GB-4711', label: 'Bird' })).toBe('puffin');
      expect(await narrowed('Edges', { type: 'EATS' })).toBe('a,b');
      expect(await narrowed('Edges', { type: '' })).toBe('d');
      expect(await narrowed('Edges', { source: 'guillemot' })).toBe('b,c,d');
      expect(await narrowed('Edges', { target: 'sandeel' })).toBe('a,b');
      expect(await narrowed('Edges', { source: 'guillemot', type: 'EATS' })).toBe('b');
      expect(await narrowed('Edges', { source: 'guillemot', target: 'guillemot' })).toBe('d');
      expect(await narrowed('Edges', { property: 'of:c' })).toBe('c');
    });

    it('come in pages that are the whole, while others write', async () => {
      const params = await emptyGraph(ada);
      const uids = Array.from({ length: 25 }, (_, index) => `n${String(index).padStart(2, '0')}`);
      for (const uid of uids) await addNode(ada, params, { uid, labels: ['L'] });
      const walked = async (query: Query) => {
        const seen: string[] = [];
        for await (const page of ada.client.pages('listGraphNodes', {
          params,
          query: { limit: 7, ...query },
        })) {
          expect(page.headers.get('x-total-count')).toBe('25');
          seen.push(...page.body.map(({ uid }) => uid));
        }
        return seen;
      };
      for (const query of [{}, { label: 'L' }, { revision: 24 }, { label: 'L', revision: 24 }]) {
        expect(await walked(query)).toEqual(uids);
        expect(await walked({ ...query, sort: '-uid' })).toEqual(uids.toReversed());
      }
      const seen: string[] = [];
      for await (const { body } of ada.client.pages('listGraphNodes', { params, query: { limit: 7 } })) {
        seen.push(...body.map(({ uid }) => uid));
        const last = seen.at(-1) ?? '';
        await ada.client.try('deleteGraphNode', { params: { ...params, node_uid: last } });
        await addNode(ada, params, { uid: `${last} behind` });
      }
      expect(seen.filter((uid) => uids.includes(uid))).toEqual(uids);
      expect(new Set(seen).size).toBe(seen.length);
    });
  });

  describe('the past', () => {
    /** Its node `a` goes with its edge, and both are made again; answers what there was after each write. */
    const livedThrough = async (params: VersionPath): Promise<readonly Content[]> => {
      const at = { ...params, node_uid: 'a' };
      const writes = [
        () => addNode(ada, params, { uid: 'a', labels: ['L'], properties: { n: 1 } }),
        () => addNode(ada, params, { uid: 'b', labels: ['L', 'M'] }),
        () => addEdge(ada, params, { uid: 'a', source: 'a', target: 'b', type: 'T' }),
        () => ada.client.call('updateGraphNode', { params: at, body: { labels: ['M'] } }),
        () => ada.client.call('deleteGraphNode', { params: at }),
        () => addNode(ada, params, { uid: 'a', labels: ['M'], properties: { n: 2 } }),
        () => addEdge(ada, params, { uid: 'a', source: 'b', target: 'a' }),
      ];
      const known: Content[] = [];
      for (const write of writes) {
        await write();
        known.push(await contentOf(ada, params));
        await past(new Date().toISOString());
      }
      return known;
    };

    it('lists are told as of each revision and moment, narrowed too', async () => {
      const params = await emptyGraph(ada);
      const known = await livedThrough(params);
      const { body: changes } = await ada.client.call('listGraphNodeHistory', {
        params: { ...params, node_uid: 'a' },
      });
      expect(changes.map(({ revision }) => revision)).toEqual([0, 3, 4, 5]);
      for (const { revision, at } of changes)
        expect(await contentOf(ada, params, { as_of: at })).toEqual(known[revision]);
      for (const [revision, { nodes, edges }] of known.entries()) {
        expect(await contentOf(ada, params, { revision })).toEqual({ nodes, edges });
        const query = { revision, label: 'M' };
        const { body, headers } = await ada.client.call('listGraphNodes', { params, query });
        const labelled = nodes.filter(({ labels }) => labels.includes('M'));
        expect([body, headers.get('x-total-count')]).toEqual([labelled, String(labelled.length)]);
        const typed = await ada.client.call('listGraphEdges', { params, query: { revision, type: 'T' } });
        expect(typed.body).toEqual(edges.filter(({ type }) => type === 'T'));
      }
    });

    it('an element that was deleted and made again is read as of each revision', async () => {
      const params = await emptyGraph(ada);
      const known = await livedThrough(params);
      const at = { ...params, node_uid: 'a' };
      for (const [revision, { nodes }] of known.entries()) {
        const one = await ada.client.try('getGraphNode', { params: at, query: { revision } });
        const was = nodes.find(({ uid }) => uid === 'a');
        expect([one.status, was && one.body]).toEqual([was === undefined ? 404 : 200, was]);
      }
      for (const revision of [known.length, 999]) {
        const refused = { status: 422, body: { code: 'in_future' } };
        const query = { revision };
        expect(await ada.client.try('getGraphNode', { params: at, query })).toMatchObject(refused);
        expect(await ada.client.try('listGraphEdges', { params, query })).toMatchObject(refused);
      }
    });

    it('the history of an element tells what became of it, deleted or not', async () => {
      const params = await emptyGraph(ada);
      const at = { ...params, node_uid: 'a' };
      const { client } = ada;
      await addNode(ada, params, { uid: 'other' });
      await addNode(ada, params, { uid: 'a', properties: { n: 1 } });
      await client.call('updateGraphNode', { params: at, body: { properties: { n: 2 } } });
      await client.call('deleteGraphNode', { params: at });
      const deleted = await client.call('listGraphNodeHistory', { params: at });
      await addNode(ada, params, { uid: 'a', labels: ['L'] });
      const { body, headers } = await client.call('listGraphNodeHistory', { params: at });
      expect([body.slice(0, 3), headers.get('x-total-count')]).toEqual([deleted.body, '4']);
      expect(body.map(({ revision, actor }) => [revision, actor.id])).toEqual(
        [1, 2, 3, 4].map((revision) => [revision, ada.id]),
      );
      expect(body[1]?.changes).toEqual([{ path: '/properties/n', before: 1, after: 2 }]);
      expect(body[2]?.changes).toEqual([
        { path: '', before: expect.objectContaining({ uid: 'a', properties: { n: 2 } }) as unknown },
      ]);
      const newest = await client.call('listGraphNodeHistory', { params: at, query: { sort: '-revision' } });
      expect(newest.body).toEqual(body.toReversed());
      const paged: unknown[] = [];
      for await (const page of client.pages('listGraphNodeHistory', { params: at, query: { limit: 1 } }))
        paged.push(...page.body);
      expect(paged).toEqual(body);
      const never = await client.try('listGraphNodeHistory', { params: { ...params, node_uid: 'never' } });
      expect(never.status).toBe(404);
    });

    it('a version and its graph tell how much was in it', async () => {
      const params = await emptyGraph(ada);
      const { body: empty } = await ada.client.call('getGraphVersion', { params });
      const { body: first } = await addNode(ada, params);
      const { body: second } = await addNode(ada, params);
      await addEdge(ada, params, { source: first.uid, target: second.uid });
      const countAt = async (as_of: string) => {
        const { body } = await ada.client.call('getGraphVersion', { params, query: { as_of } });
        return [body.node_count, body.edge_count];
      };
      expect([empty.node_count, empty.edge_count]).toEqual([0, 0]);
      if (first.created_at !== second.created_at) expect(await countAt(first.created_at)).toEqual([1, 0]);
      expect(await countsOf(ada, params)).toEqual(counts(2, 1));
      // Its own revisions are not those of its content.
      const { headers } = await ada.client.call('getGraphVersion', { params });
      expect(headers.get('etag')).toMatch(/^"0\./);
    });
  });

  describe('a copy', () => {
    it('is made of a version without content, and refused of one that has some', async () => {
      const params = await foodWeb(ada);
      const { client } = ada;
      const { body: empty } = await client.call('createGraphVersion', { params: { id: params.id } });
      const copied = await client.call('duplicateGraphVersion', {
        params: { id: params.id, version_id: empty.id },
      });
      expect(copied.body).toMatchObject({ node_count: 0, edge_count: 0 });
      const before = (await client.call('listGraphVersions', { params: { id: params.id } })).body;
      expect(await client.try('duplicateGraphVersion', { params })).toMatchObject({
        ...{ status: 409, body: { code: 'content_not_copied_yet' } },
      });
      expect((await client.call('listGraphVersions', { params: { id: params.id } })).body).toEqual(before);
      for (const uid of (await listed(ada, params, 'Nodes')).uids)
        await client.call('deleteGraphNode', { params: { ...params, node_uid: uid } });
      expect((await client.call('duplicateGraphVersion', { params })).body.node_count).toBe(0);
    });
  });
});
