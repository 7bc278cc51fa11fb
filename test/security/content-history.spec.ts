/** What readers are told of the nodes and edges of a graph whose visible history begins at some moment, and what others are. */
import { type HistoryEntry, type Operation, operations, takesRevision } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf } from '../support/answers.js';
import { bulkRevision, emptyGraph, foodWeb, type VersionPath } from '../support/content.js';
import { checkedPerson } from '../support/contract.js';
import { past } from '../support/granting.js';
import type { Person } from '../support/people.js';
import { addressOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** Stands in all that was before others could see the graph. */
const PRIVATE = 'kept-to-myself';

describe.each(topologies)('the visible history of nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let eve: Client;
  let params: VersionPath;
  /** Before others could see it, and since when they do. */
  let before: string;
  let begins: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
    ({ client: eve } = await checkedPerson(cairn, 'eve'));
    params = await emptyGraph(ada);
    await bulk({
      nodes: [
        { uid: 'a', labels: [PRIVATE], properties: { text: PRIVATE } },
        { uid: 'b' },
        { uid: `c ${PRIVATE}` },
      ],
      edges: [
        { uid: 'a', source: 'a', target: 'b', properties: { text: PRIVATE } },
        { uid: 'gone', source: 'a', target: 'b', type: PRIVATE },
      ],
    });
    before = (await node('b')).created_at;
    await bulk({
      mode: 'merge',
      delete: [`c ${PRIVATE}`],
      nodes: [{ uid: 'a', labels: [], properties: { text: 'clean' } }],
      edges: [{ uid: 'a', source: 'a', target: 'b', properties: { text: 'clean' } }],
    });
    await ada.client.call('deleteGraphEdge', { params: { ...params, edge_uid: 'gone' } });
    await past(new Date().toISOString());
    const shown = { visibility: 'public' as const, history_from: 'now' as const };
    const { body } = await ada.client.call('updateGraph', { params: { id: params.id }, body: shown });
    begins = body.history_from ?? '';
    await past(new Date().toISOString());
    for (const text of ['later', 'last'])
      await bulk({
        mode: 'merge',
        nodes: [{ uid: 'a', properties: { text } }],
        edges: [{ uid: 'a', source: 'a', target: 'b', properties: { text } }],
        delete: ['nobody'],
      });
  });
  afterAll(() => cairn.leave());

  const bulk = (body: object) =>
    ada.client.call('bulkGraphNodes', { params, body, query: { on_error: 'skip' } });
  const node = async (uid: string) =>
    (await ada.client.call('getGraphNode', { params: { ...params, node_uid: uid } })).body;
  /** All reads of the content. */
  const READS: readonly Operation[] = [
    ...[operations.listGraphNodes, operations.listGraphEdges],
    ...[operations.getGraphNode, operations.getGraphEdge],
    ...[operations.listGraphNodeHistory, operations.listGraphEdgeHistory],
    ...[operations.getGraphStats, operations.getGraphVersionStats, operations.exportGraph],
  ];
  const byId = (all: readonly Operation[]) => all.map((operation) => [operation.id, operation] as const);
  /** Of the node `a`, or the edge `a`. */
  const ask = async (client: Client, { method, path }: Operation, query: Record<string, string | number>) => {
    const asked = { method, path, params: { ...params, node_uid: 'a', edge_uid: 'a' }, query };
    const { status, text, headers } = await answerOf(client, asked);
    return { status, text, total: headers.get('x-total-count') };
  };
  const entriesFor = async (
    client: Client,
    operation: Operation,
    query: Record<string, string | number> = {},
  ) => JSON.parse((await ask(client, operation, query)).text) as readonly HistoryEntry[];

  it.each(byId(READS))('%s: a time before it is not there, but for who may write', async (_, read) => {
    expect((await ask(eve, read, { as_of: before })).status).toBe(404);
    const told = await ask(ada.client, read, { as_of: before });
    expect([told.status, told.text.includes(PRIVATE)]).toEqual([200, true]);
    const then = await ask(eve, read, { as_of: begins });
    expect([then.status, then.text.includes(PRIVATE)]).toEqual([200, false]);
  });

  const ofRevisions = READS.filter(takesRevision);
  it.each(byId(ofRevisions))('%s: no revision before it is told', async (_, read) => {
    const asked = async (client: Client) => {
      const all: (readonly [number, boolean])[] = [];
      for (const revision of [0, 1, 2, 3, 4, 5]) {
        const { status, text } = await ask(client, read, { revision });
        all.push([status, text.includes(PRIVATE)]);
      }
      return all;
    };
    const [unseen, seen] = [
      [404, false],
      [200, false],
    ];
    expect(await asked(eve)).toEqual([...[unseen, unseen, unseen], ...[seen, seen], [422, false]]);
    const hers = await asked(ada.client);
    expect([hers[0], hers.map(([status]) => status)]).toEqual([
      [200, true],
      [200, 200, 200, 200, 200, 422],
    ]);
  });

  const histories = READS.filter(({ history }) => history === true);
  it.each(byId(histories))('%s begins there, and counts nothing of before', async (_, history) => {
    const seen = await entriesFor(eve, history);
    const path = '/properties/text';
    expect(seen.map(({ revision, changes }) => [revision, changes])).toEqual([
      [3, [{ path, before: 'clean', after: 'later' }]],
      [4, [{ path, before: 'later', after: 'last' }]],
    ]);
    for (const sort of ['revision', '-revision']) {
      const page = await ask(eve, history, { limit: 1, sort });
      expect([JSON.parse(page.text), page.total]).toEqual([[seen.at(sort === 'revision' ? 0 : -1)], '2']);
    }
    const all = await entriesFor(ada.client, history);
    expect(all.map(({ revision }) => revision)).toEqual([0, 1, 3, 4]);
    expect(JSON.stringify(all)).toContain(PRIVATE);
    expect((await ask(ada.client, history, { limit: 1 })).total).toBe('4');
  });

  it('what was deleted before has no history, and what did not change since an empty one', async () => {
    const historyOf = async (client: Client, node_uid: string) => {
      const { status, body } = await client.try('listGraphNodeHistory', { params: { ...params, node_uid } });
      return [status, Array.isArray(body) ? body.length : 0];
    };
    expect(await historyOf(eve, `c ${PRIVATE}`)).toEqual([404, 0]);
    expect(await historyOf(ada.client, `c ${PRIVATE}`)).toEqual([200, 2]);
    expect(await historyOf(eve, 'b')).toEqual([200, 0]);
    const gone = { ...params, edge_uid: 'gone' };
    expect((await eve.try('listGraphEdgeHistory', { params: gone })).status).toBe(404);
  });

  it('of a change at the very moment the side before it is not told', async () => {
    const showSince = (history_from: string) =>
      ada.client.call('updateGraph', { params: { id: params.id }, body: { history_from } });
    const [, clean] = await entriesFor(ada.client, operations.listGraphNodeHistory);
    await showSince(clean?.at ?? '');
    for (const history of histories) {
      const seen = await entriesFor(eve, history);
      expect(seen.map(({ revision }) => revision)).toEqual([1, 3, 4]);
      expect(JSON.stringify(seen)).not.toContain(PRIVATE);
    }
    for (const read of ofRevisions) expect((await ask(eve, read, { revision: 0 })).status).toBe(404);
    await showSince(begins);
  });

  it('the data of events are told from there on', async () => {
    const events = (await cairn.inside.events()).filter(
      ({ type, data }) => type === 'graphs.content.changed.v1' && data.includes(params.version_id),
    );
    expect(events.length).toBe(5);
    const statuses = async (client: Client) => {
      const path = '/api/v1/events/{event_id}/data';
      const asked = events.map((event) => answerOf(client, { method: 'GET', path, ...addressOf(event) }));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    expect(await statuses(eve)).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(ada.client)).toEqual([200, 200, 200, 200, 200]);
    const hidden = await answerOf(ada.client, {
      ...{ method: 'GET', path: '/api/v1/events/{event_id}/data' },
      ...addressOf(events[3]!),
    });
    expect(hidden.text).not.toContain('refused');
  });

  it('readers write nothing and undo nothing, and strangers know of nothing', async () => {
    const own = await foodWeb(ada);
    const read = async (path: VersionPath) => [
      (await eve.try('createGraphNode', { params: path, body: {} })).status,
      (await eve.try('bulkGraphEdges', { params: path, body: { delete: ['a'] } })).status,
      (await eve.try('undoGraphContent', { params: path, body: { revision: 0 } })).status,
      (await eve.try('deleteGraphNode', { params: { ...path, node_uid: 'a' } })).status,
    ];
    expect([await read(params), await read(own)]).toEqual([Array(4).fill(403), Array(4).fill(404)]);
    const made = await ada.client.call('bulkGraphNodes', { params: own, body: { nodes: [{}] } });
    expect(bulkRevision(made)).toBe(1);
  });
});
