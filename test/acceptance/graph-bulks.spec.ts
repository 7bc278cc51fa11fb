/**
 * Ten thousand nodes and edges in one request: all of them or none, taken in again and undone as a whole.
 * `@runs-alone`: the read models of a cluster are busy with them meanwhile.
 */
import type { GraphBulkReply, GraphNodesBulk } from '@cairn/contracts';
import {
  bulkRevision,
  type Content,
  contentOf,
  counts,
  countsOf,
  emptyGraph,
  foodWeb,
  refusalIn,
  revisionOf,
  shareGraph,
  untilRead,
  type VersionPath,
} from '../support/content.js';
import { checkedPerson } from '../support/contract.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** As many as come at once, half of them nodes in a ring of edges. */
const MANY = 10_000;
const ring = (size: number): GraphNodesBulk => ({
  nodes: Array.from({ length: size }, (_, index) => ({
    ...{ uid: `n${index}`, labels: ['Ring'], properties: { index } },
  })),
  edges: Array.from({ length: size }, (_, index) => ({
    ...{ source: `n${index}`, target: `n${(index + 1) % size}`, type: 'NEXT' },
  })),
});

describe.each(topologies)('bulks of nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let grace: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
    grace = await somebody(cairn, 'grace');
  });
  afterAll(() => cairn.leave());

  const bulk = (params: VersionPath, body: GraphNodesBulk, query = {}, headers = {}) =>
    untilRead((keyed) =>
      ada.client.call('bulkGraphNodes', { params, body, query, headers: { ...keyed, ...headers } }),
    );
  const refused = async (params: VersionPath, body: GraphNodesBulk) =>
    refusalIn(await ada.client.try('bulkGraphNodes', { params, body }));
  const undo = (revision: number, params: VersionPath, query = {}) =>
    untilRead((headers) =>
      ada.client.try('undoGraphContent', { params, body: { revision }, query, headers }),
    );
  const all = (params: VersionPath) => contentOf(ada, params);
  /** Apart from the times, which an undo does not bring back. */
  const valuesIn = ({ nodes, edges }: Content) =>
    [...nodes, ...edges].map(({ updated_at: _, ...element }) => element);
  const values = async (params: VersionPath) => valuesIn(await all(params));

  it(`takes ${MANY} elements as one change, takes them in again without a trace, and undoes them`, async () => {
    const params = await emptyGraph(ada);
    const body = { ...ring(MANY / 2), mode: 'merge' as const };
    const made = await bulk(params, body);
    expect(made.body).toMatchObject({ created: MANY, updated: 0, unchanged: 0, errors: [], revision: 0 });
    expect(new Set(made.body.uids).size).toBe(MANY);
    expect(await countsOf(ada, params)).toEqual(counts(MANY / 2, MANY / 2));
    const again = await bulk(params, body);
    expect(again.body).toEqual({ ...made.body, created: 0, unchanged: MANY, revision: null });
    const undone = await undo(0, params);
    expect(undone).toMatchObject({
      status: 200,
      body: { nodes: 5_000, edges: 5_000, kept: [], revision: 1 },
    });
    expect(await countsOf(ada, params)).toEqual(counts(0, 0));
    expect(await undo(1, params)).toMatchObject({ status: 200, body: { nodes: 5_000, edges: 5_000 } });
    expect(await countsOf(ada, params)).toEqual(counts(MANY / 2, MANY / 2));
    const last = await ada.client.call('listGraphNodes', { params, query: { sort: '-uid', limit: 1 } });
    expect(last.body).toMatchObject([{ uid: 'n999', labels: ['Ring'], properties: { index: 999 } }]);
  }, 60_000);

  it('more than that is refused, and so is a body over the limits', async () => {
    const params = await emptyGraph(ada);
    const { nodes = [], edges = [] } = ring(MANY / 2);
    const tooMany = [422, 'too_many_elements', [' maximum']];
    expect(await refused(params, { nodes, edges, delete: ['n0'] })).toEqual(tooMany);
    const more = Array.from({ length: MANY + 1 }, (_, index) => ({ uid: `n${index}` }));
    expect(await refused(params, { nodes: more })).toEqual([422, 'invalid_body', ['/nodes maxItems']]);
    const large = [{ uid: 'large', properties: { text: 'x'.repeat(10 * 2 ** 20) } }];
    expect(await refused(params, { nodes: large })).toEqual([413, 'payload_too_large', []]);
    const values = nodes.map(({ uid = '' }) => ({ uid, properties: { of: Array<number>(30).fill(1) } }));
    expect(await refused(params, { nodes: values })).toEqual([413, 'payload_too_large', []]);
    expect(await countsOf(ada, params)).toEqual(counts(0, 0));
  }, 60_000);

  it('a node goes with 10,000 edges at most', async () => {
    const params = await emptyGraph(ada);
    const edges = Array.from({ length: MANY - 2 }, (_, index) => ({
      ...{ uid: `e${index}`, source: 'hub', target: 'hub' },
    }));
    await bulk(params, { nodes: [{ uid: 'hub' }, { uid: 'leaf' }], edges });
    const more = ['x', 'y', 'z'].map((uid) => ({ uid, source: 'leaf', target: 'hub' }));
    await ada.client.call('bulkGraphEdges', { params, body: { edges: more } });
    const at = { ...params, node_uid: 'hub' };
    const kept = await ada.client.try('deleteGraphNode', { params: at });
    expect(kept).toMatchObject({ status: 409, body: { code: 'too_many_edges', edges: MANY + 1 } });
    expect(await refused(params, { delete: ['hub'] })).toEqual([
      ...[422, 'too_many_elements', ['/delete/0 too_many_edges']],
    ]);
    await ada.client.call('deleteGraphEdge', { params: { ...params, edge_uid: 'x' } });
    const gone = await untilRead((headers) => ada.client.call('deleteGraphNode', { params: at, headers }));
    expect(gone.body).toEqual({ uid: 'hub', deleted_edges: MANY });
    expect(await countsOf(ada, params)).toEqual(counts(1, 0));
    expect((await undo(revisionOf(gone), params)).status).toBe(200);
    expect(await countsOf(ada, params)).toEqual(counts(2, MANY));
  }, 60_000);

  it('names each element that is refused by its pointer, and stores nothing then', async () => {
    const params = await foodWeb(ada);
    const before = await all(params);
    const bad: GraphNodesBulk = {
      nodes: [{ uid: 'new' }, { uid: 'puffin' }, { uid: 'new' }],
      edges: [
        { source: 'new', target: 'sandeel' },
        { uid: 'e', source: 'new', target: 'nobody' },
        { uid: 'a', source: 'new', target: 'new' },
      ],
      delete: ['guillemot', 'nobody'],
    };
    expect(await refused(params, bad)).toEqual([
      ...[422, 'content_invalid'],
      [
        '/delete/1 not_found',
        '/nodes/1/uid uid_taken',
        '/nodes/2/uid uid_repeated',
        '/edges/1/target node_missing',
        '/edges/2/uid uid_taken',
      ],
    ]);
    expect(await refused(params, { nodes: [{ uid: 'ok' }, { uid: 'a\u0001b' }] })).toEqual([
      ...[422, 'invalid_body', ['/nodes/1/uid pattern']],
    ]);
    expect(await all(params)).toEqual(before);
    const { body } = await bulk(params, bad, { on_error: 'skip' });
    expect(body).toMatchObject({ created: 2, updated: 0, deleted: 4, unchanged: 0, revision: 1 });
    expect(body.errors.map(({ pointer, index }) => [pointer, index])).toEqual([
      ...[
        ['/delete/1', 1],
        ['/nodes/1/uid', 1],
        ['/nodes/2/uid', 2],
      ],
      ...[
        ['/edges/1/target', 1],
        ['/edges/2/uid', 2],
      ],
    ]);
    expect(body.uids[0]).toBe('new');
    expect(await countsOf(ada, params)).toEqual(counts(3, 2));
    expect((await undo(1, params)).status).toBe(200);
    expect(await values(params)).toEqual(valuesIn(before));
  });

  it('merges what is there as PUT does, and edges without a uid into what they were', async () => {
    const params = await foodWeb(ada);
    const body: GraphNodesBulk = {
      mode: 'merge',
      nodes: [{ uid: 'puffin', properties: { legs: null, age: 4 } }, { uid: 'herring' }],
      edges: [
        { source: 'puffin', target: 'herring', type: 'EATS' },
        { source: 'puffin', target: 'herring', type: 'EATS' },
      ],
    };
    const { body: first } = await bulk(params, body);
    expect(first).toMatchObject({ created: 3, updated: 1, unchanged: 0 });
    const at = { ...params, node_uid: 'puffin' };
    expect((await ada.client.call('getGraphNode', { params: at })).body).toMatchObject({
      ...{ labels: ['Bird'], properties: { ring: 'GB-4711', age: 4 } },
    });
    const { body: second } = await bulk(params, body);
    expect(second).toEqual({ ...first, created: 0, updated: 0, unchanged: 4, revision: null });
    const changed = { edges: [{ source: 'puffin', target: 'herring', type: 'EATS', properties: { n: 1 } }] };
    const { body: third } = await ada.client.call('bulkGraphEdges', {
      params,
      body: { mode: 'merge', ...changed },
    });
    expect(third).toMatchObject({ created: 0, updated: 1, uids: [first.uids[2]] });
    const { body: plain } = await ada.client.call('bulkGraphEdges', { params, body: changed });
    expect(plain).toMatchObject({ created: 1, updated: 0 });
  });

  it('a node is deleted and made again in two requests, without its edges', async () => {
    const params = await foodWeb(ada);
    const edges = [{ uid: 'only', source: 'guillemot', target: 'puffin' }];
    const refusal = await refused(params, { delete: ['guillemot'], nodes: [{ uid: 'guillemot' }], edges });
    const errors = ['/nodes/0/uid uid_repeated', '/edges/0/source node_missing'];
    expect(refusal).toEqual([422, 'content_invalid', errors]);
    await bulk(params, { delete: ['guillemot'] });
    expect(await countsOf(ada, params)).toEqual(counts(2, 1));
    await bulk(params, { nodes: [{ uid: 'guillemot' }], edges });
    expect(await countsOf(ada, params)).toEqual(counts(3, 2));
  });

  describe('an undo', () => {
    const bad: GraphNodesBulk = {
      mode: 'merge',
      nodes: [{ uid: 'puffin', labels: ['Fish'] }, { uid: 'sandeel', labels: ['Bird'] }, { uid: 'wrong' }],
      edges: [{ uid: 'x', source: 'wrong', target: 'puffin' }],
      delete: ['guillemot'],
    };

    it('is refused where somebody else changed something since, and told what; `skip` undoes the rest', async () => {
      const params = await foodWeb(ada);
      await shareGraph(cairn, ada, params, grace);
      const before = await all(params);
      const revision = bulkRevision(await bulk(params, bad));
      await grace.client.call('updateGraphNode', {
        params: { ...params, node_uid: 'puffin' },
        body: { properties: { seen: true } },
      });
      await grace.client.call('createGraphEdge', {
        params,
        body: { uid: 'hers', source: 'wrong', target: 'sandeel' },
      });
      const now = await all(params);
      const refusal = await undo(revision, params);
      expect(refusal).toMatchObject({
        status: 409,
        body: { code: 'changed_since', errors: [{ code: 'changed_since' }, { code: 'connected_since' }] },
      });
      expect(await all(params)).toEqual(now);
      expect(await undo(revision, params, { on_error: 'skip' })).toMatchObject({
        status: 200,
        body: {
          ...{ nodes: 2, edges: 4 },
          kept: [
            { element: 'node', uid: 'puffin', code: 'changed_since' },
            { element: 'node', uid: 'wrong', code: 'connected_since' },
          ],
        },
      });
      expect(await countsOf(ada, params)).toEqual(counts(4, 5));
      const { body: sandeel } = await ada.client.call('getGraphNode', {
        params: { ...params, node_uid: 'sandeel' },
      });
      expect(sandeel).toMatchObject({ ...before.nodes.at(-1), updated_at: expect.any(String) as string });
    });

    it('brings back what was, and is undone itself', async () => {
      const params = await foodWeb(ada);
      const was = await values(params);
      const revision = bulkRevision(await bulk(params, bad));
      const became = await values(params);
      const undone = await undo(revision, params);
      expect(await values(params)).toEqual(was);
      const back = (undone.body as GraphBulkReply).revision ?? -1;
      expect((await undo(back, params)).status).toBe(200);
      expect(await values(params)).toEqual(became);
      const nothing = await undo(revision, params);
      expect(nothing).toMatchObject({ status: 409, body: { code: 'changed_since' } });
    });

    it('takes revisions of the content, single changes too, and none that has not come', async () => {
      const params = await foodWeb(ada);
      const at = { ...params, node_uid: 'puffin' };
      const gone = await ada.client.call('deleteGraphNode', { params: at });
      expect(await undo(revisionOf(gone), params)).toMatchObject({
        status: 200,
        body: { nodes: 1, edges: 2 },
      });
      expect(await countsOf(ada, params)).toEqual(counts(3, 4));
      expect(await undo(99, params)).toMatchObject({ status: 422, body: { code: 'in_future' } });
      expect(await undo(0, await emptyGraph(ada))).toMatchObject({ body: { code: 'in_future' } });
    });
  });

  it('under an idempotency key it is done once, and answered alike', async () => {
    const params = await emptyGraph(ada);
    const headers = { 'idempotency-key': `bulk-${params.id}` };
    const body: GraphNodesBulk = { nodes: [{}, {}, { uid: 'a' }], edges: [{ source: 'a', target: 'a' }] };
    const first = await bulk(params, body, {}, headers);
    const again = await bulk(params, body, {}, headers);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      ...[200, first.body, 'true'],
    ]);
    expect(await countsOf(ada, params)).toEqual(counts(3, 1));
    const other = await ada.client.try('bulkGraphNodes', { params, body: { nodes: [] }, headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});
