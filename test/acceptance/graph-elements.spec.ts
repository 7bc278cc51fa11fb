/** Single nodes and edges of a graph: made, changed by two people at once, deleted. */
import {
  addEdge,
  addNode,
  counts,
  countsOf,
  emptyGraph,
  foodWeb,
  listed,
  refusalIn,
  revisionOf,
  shareGraph,
  type VersionPath,
} from '../support/content.js';
import { checkedClient, checkedPerson } from '../support/contract.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('single nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let grace: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
    grace = await somebody(cairn, 'grace');
  });
  afterAll(() => cairn.leave());

  describe('one by one', () => {
    it('a node is answered as it is read, with its place, its tag and the revision of the content', async () => {
      const params = await emptyGraph(ada);
      const sent = {
        uid: 'a/b c',
        labels: ['Bird', 'Bird', 'Rare'],
        properties: { n: 1, deep: { x: [null] } },
      };
      const made = await addNode(ada, params, sent);
      expect(made).toMatchObject({ status: 201, body: { ...sent, labels: ['Bird', 'Rare'] } });
      expect(made.headers.get('location')).toBe(
        `/api/v1/graphs/${params.id}/versions/${params.version_id}/nodes/a%2Fb%20c`,
      );
      expect([made.headers.get('etag'), revisionOf(made)]).toEqual([expect.stringMatching(/^"0\./), 0]);
      const read = await ada.client.send({ method: 'GET', path: made.headers.get('location') ?? '' });
      expect([read.headers.get('etag'), await read.json()]).toEqual([made.headers.get('etag'), made.body]);
    });

    it('what says no uid gets one, and may be nothing but that', async () => {
      const params = await emptyGraph(ada);
      const [{ body: one }, { body: other }] = [await addNode(ada, params), await addNode(ada, params)];
      expect([one.labels, one.properties, one.uid === other.uid]).toEqual([[], {}, false]);
      const between = { source: one.uid, target: other.uid };
      const edge = await addEdge(ada, params, between);
      expect(edge.body).toMatchObject({ ...between, type: '', directed: true, properties: {} });
      const parallel = await addEdge(ada, params, between);
      expect(parallel.body.uid).not.toBe(edge.body.uid);
      expect(await countsOf(ada, params)).toEqual(counts(2, 2));
    });

    it('a uid that is taken and an end that is not there are refused with a pointer, and nothing is stored', async () => {
      const params = await foodWeb(ada);
      const { client } = ada;
      const refused = (...flaws: readonly string[]) => [422, 'content_invalid', flaws];
      const taken = await client.try('createGraphNode', { params, body: { uid: 'puffin' } });
      expect(refusalIn(taken)).toEqual(refused('/uid uid_taken'));
      const body = { uid: 'e', source: 'nobody', target: 'nothing' };
      expect(refusalIn(await client.try('createGraphEdge', { params, body }))).toEqual(
        refused('/source node_missing', '/target node_missing'),
      );
      const changed = { params: { ...params, edge_uid: 'a' }, body: { target: 'nothing' } };
      expect(refusalIn(await client.try('updateGraphEdge', changed))).toEqual(
        refused('/target node_missing'),
      );
      expect(await countsOf(ada, params)).toEqual(counts(3, 4));
    });

    it('PUT sets what is sent and merges properties, null removes one, `replace` leaves nothing else', async () => {
      const params = { ...(await foodWeb(ada)), node_uid: 'puffin' };
      const { client } = ada;
      const put = async (body: object, query = {}) => {
        const { body: answered } = await client.call('updateGraphNode', { params, body, query });
        expect((await client.call('getGraphNode', { params })).body).toEqual(answered);
        return [answered.labels, answered.properties];
      };
      expect(await put({ properties: { age: 3, ring: null, 'never.there': null } })).toEqual([
        ['Bird'],
        { legs: 2, age: 3 },
      ]);
      expect(await put({ labels: ['Sea', 'Bird'] })).toEqual([['Sea', 'Bird'], { legs: 2, age: 3 }]);
      expect(await put({ properties: { ring: 'new', gone: null } }, { replace: true })).toEqual([
        [],
        { ring: 'new' },
      ]);
      const edge = { ...params, edge_uid: 'a' };
      const moved = { source: 'sandeel', directed: false, properties: { of: null } };
      const { body } = await client.call('updateGraphEdge', { params: edge, body: moved });
      const { created_at, updated_at } = body;
      expect(body).toEqual({
        ...{ uid: 'a', type: 'EATS', target: 'sandeel', ...moved, properties: {} },
        ...{ created_at, updated_at },
      });
      const whole = { params: edge, body: { properties: { w: 1 } }, query: { replace: true } };
      expect((await client.call('updateGraphEdge', whole)).body).toMatchObject({
        ...{ source: 'sandeel', target: 'sandeel', type: '', directed: true, properties: { w: 1 } },
      });
    });

    it('a change to what it is already changes nothing', async () => {
      const params = { ...(await foodWeb(ada)), node_uid: 'puffin' };
      const read = () => ada.client.call('getGraphNode', { params });
      const before = await read();
      const body = { labels: ['Bird'], properties: { legs: 2 } };
      await ada.client.call('updateGraphNode', { params, body });
      const after = await read();
      expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    });

    it('a node is deleted with its edges, once; an edge leaves its nodes', async () => {
      const params = await foodWeb(ada);
      const { client } = ada;
      const at = { ...params, node_uid: 'guillemot' };
      expect(await client.call('deleteGraphNode', { params: at })).toMatchObject({
        status: 200,
        body: { uid: 'guillemot', deleted_edges: 3 },
      });
      expect((await listed(ada, params, 'Edges')).uids).toEqual(['a']);
      expect(await countsOf(ada, params)).toEqual(counts(2, 1));
      const edge = { ...params, edge_uid: 'a' };
      expect((await client.call('deleteGraphEdge', { params: edge })).status).toBe(204);
      expect(await countsOf(ada, params)).toEqual(counts(2, 0));
      const gone = [
        await client.try('deleteGraphNode', { params: at }),
        await client.try('getGraphNode', { params: at }),
        await client.try('updateGraphNode', { params: at, body: {} }),
        await client.try('getGraphEdge', { params: { ...params, edge_uid: 'b' } }),
        await client.try('deleteGraphEdge', { params: edge }),
        await client.try('updateGraphEdge', { params: edge, body: {} }),
      ];
      expect(gone.map(({ status }) => status)).toEqual(Array(6).fill(404));
    });

    it('a deleted edge is told where that is preferred', async () => {
      const params = { ...(await foodWeb(ada)), edge_uid: 'c' };
      const { body } = await ada.client.call('getGraphEdge', { params });
      const headers = { prefer: 'return=representation' };
      const told = await ada.client.call('deleteGraphEdge', { params, headers });
      expect([told.status, told.body]).toEqual([200, body]);
    });

    it('nothing is found in a version that is of another graph, or deleted, or in a deleted graph', async () => {
      const [params, other] = [await foodWeb(ada), await emptyGraph(ada)];
      const { client } = ada;
      const statuses = async (path: VersionPath) => [
        (await client.try('listGraphNodes', { params: path })).status,
        (await client.try('getGraphNode', { params: { ...path, node_uid: 'puffin' } })).status,
        (await client.try('listGraphEdgeHistory', { params: { ...path, edge_uid: 'a' } })).status,
        (await client.try('createGraphNode', { params: path, body: {} })).status,
        (await client.try('bulkGraphEdges', { params: path, body: { delete: ['a'] } })).status,
        (await client.try('undoGraphContent', { params: path, body: { revision: 0 } })).status,
      ];
      expect(await statuses({ ...params, id: other.id })).toEqual(Array(6).fill(404));
      const { body: next } = await client.call('createGraphVersion', { params: { id: params.id } });
      const active = { id: params.id, version_id: next.id };
      await client.call('activateGraphVersion', { params: active });
      await client.call('deleteGraphVersion', { params });
      expect(await statuses(params)).toEqual([404, 404, 200, 404, 404, 404]);
      await client.call('restoreGraphVersion', { params });
      expect(await countsOf(ada, params)).toEqual(counts(3, 4));
      await client.call('deleteGraph', { params: { id: params.id } });
      expect(await statuses(params)).toEqual([404, 404, 200, 404, 404, 404]);
    });
  });

  describe('of two writers', () => {
    it('the one whose tag is old is refused, and told the tag of now; others are not in the way', async () => {
      const params = await foodWeb(ada);
      const at = { ...params, node_uid: 'puffin' };
      const { client } = ada;
      const tag = (await client.call('getGraphNode', { params: at })).headers.get('etag') ?? '';
      await client.call('updateGraphNode', {
        params: { ...params, node_uid: 'sandeel' },
        body: { labels: [] },
      });
      const write = (etag: string, name: string) =>
        client.try('updateGraphNode', {
          params: at,
          body: { properties: { name } },
          headers: { 'if-match': etag },
        });
      const won = await write(tag, 'first');
      expect(won.status).toBe(200);
      const now = won.headers.get('etag');
      const lost = await write(tag, 'second');
      expect(lost).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
      expect(lost.headers.get('etag')).toBe(now);
      const headers = { 'if-match': tag };
      const kept = await client.try('deleteGraphNode', { params: at, headers });
      expect([kept.status, kept.headers.get('etag')]).toEqual([412, now]);
      expect((await write(now ?? '', 'third')).status).toBe(200);
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, index) => write(String(now), String(index))),
      );
      expect(all.map(({ status }) => status)).toEqual(Array(6).fill(412));
    });

    it('of an edge as well, and a node that is there again is not what it was', async () => {
      const params = await foodWeb(ada);
      const { client } = ada;
      const edge = { ...params, edge_uid: 'a' };
      const tagOf = async () =>
        (await client.call('getGraphEdge', { params: edge })).headers.get('etag') ?? '';
      const tag = await tagOf();
      await client.call('deleteGraphEdge', { params: edge, headers: { 'if-match': tag } });
      await addEdge(ada, params, {
        uid: 'a',
        source: 'puffin',
        target: 'sandeel',
        type: 'EATS',
        properties: { of: 'a' },
      });
      expect(await tagOf()).not.toBe(tag);
      const headers = { 'if-match': tag };
      const refused = await client.try('updateGraphEdge', { params: edge, body: { type: 'X' }, headers });
      expect([refused.status, refused.headers.get('etag')]).toEqual([412, await tagOf()]);
    });

    it('both may write without tags: the later one is merged over the earlier', async () => {
      const params = await foodWeb(ada);
      await shareGraph(cairn, ada, params, grace);
      const at = { ...params, node_uid: 'puffin' };
      await Promise.all(
        [ada, grace].flatMap(({ client }, who) =>
          Array.from({ length: 8 }, (_, turn) =>
            client.call('updateGraphNode', {
              params: at,
              body: { properties: { [`${who}-${turn}`]: turn } },
            }),
          ),
        ),
      );
      const { body } = await ada.client.call('getGraphNode', { params: at });
      expect(Object.keys(body.properties)).toHaveLength(2 + 16);
    });
  });

  it('law 2: what is written at one gateway is in lists, reads and counts of every other', async () => {
    const params = await emptyGraph(ada);
    const gateways = cairn.gateways.map((baseUrl) => ({ client: checkedClient(baseUrl, ada.token) }));
    for (let turn = 0; turn < 6; turn += 1) {
      const { client } = gateways[turn % gateways.length]!;
      const uid = `n${turn}`;
      const { body: node } = await client.call('createGraphNode', { params, body: { uid, labels: ['L'] } });
      const edges = [{ uid, source: uid, target: 'n0' }];
      await client.call('bulkGraphEdges', { params, body: { edges } });
      for (const other of gateways) {
        const read = await other.client.call('getGraphNode', { params: { ...params, node_uid: uid } });
        const labelled = await other.client.call('listGraphNodes', {
          params,
          query: { label: 'L', sort: '-uid' },
        });
        const led = await other.client.call('listGraphEdges', { params, query: { source: uid } });
        expect([read.body, labelled.body[0], led.body.length]).toEqual([node, node, 1]);
        expect(await countsOf(other, params)).toEqual(counts(turn + 1, turn + 1));
      }
    }
  });

  it('what people call nodes is no id of the journal of requests', async () => {
    const params = await emptyGraph(ada);
    const from = (await addNode(ada, params, { uid: 'called so' })).body.created_at;
    const admin = await administrator(cairn);
    const query = { user_id: ada.id, method: 'POST', from };
    const written = async () => {
      const { body } = await admin.client.call('listAccessLog', { query });
      return body.find(({ path }) => path.endsWith(`${params.version_id}/nodes`));
    };
    // The journal is written after the answer.
    let entry = await written();
    while (entry === undefined) entry = await written();
    expect([entry.entity, entry.entity_id]).toEqual(['node', undefined]);
  });
});
