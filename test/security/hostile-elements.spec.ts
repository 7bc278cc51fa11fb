/** S34 S35: nodes and edges may be called anything that is a text: it is kept as it is, compared whole, and never interpreted. */
import { AT_ONCE, everyCell } from '../support/cells.js';
import { counts, countsOf, emptyGraph, type VersionPath } from '../support/content.js';
import { hostileTexts, isSendable } from '../support/hostile.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const DUCK = '\u{1f986}';
const PREFIX = 'p'.repeat(48);

/** What no path can say. */
const NO_SEGMENTS = ['.', '..', 'bulk'];
const UIDS: readonly string[] = [
  ...NO_SEGMENTS,
  ...[
    'a',
    'A',
    'a/b',
    'a,b',
    'a:b',
    'a;b',
    'a+b',
    'a b',
    ' a',
    'a ',
    ' ',
    'a?b#c',
    'a\\b',
    'a%2Fb',
    '%2e%2e',
  ],
  ...['history', 'nodes', '*', "'", '"', '`', '{}', '{id}', '$where', '$ne', '{"$gt":""}', "' OR 1=1 --"],
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'null', 'true', '0', '-1', '1e3'],
  ...[
    '\u00e9',
    'e\u0301',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\uffff',
    '\u{10ffff}',
    DUCK,
    `${DUCK}\u200d${DUCK}`,
  ],
  // What is longer is kept by its beginning and a hash.
  ...[PREFIX, `${PREFIX}a`, `${PREFIX}b`, `${'p'.repeat(47)}${DUCK}`, `${'p'.repeat(47)}${DUCK}a`],
  ...['\u00fc'.repeat(1_000), DUCK.repeat(1_000)],
];
const isAddressable = (uid: string): boolean => !NO_SEGMENTS.includes(uid);
const told = (text: string): string => JSON.stringify(text).slice(0, 60);

/** No text: a control character, half a character, nothing, more than 1,000 characters. */
const REFUSED: readonly string[] = [
  ...['', '\u0000', 'a\u001fb', '\u0001', '\n', '\t', '\u007f', '\u0085', 'a\u009f'],
  ...['\ud800', 'a\udfff', '\udc00\ud800', 'x'.repeat(1_001), DUCK.repeat(1_001)],
];

describe.each(topologies)('S34 S35 what nodes and edges are called on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let params: VersionPath;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const bulk = async (body: object) => (await ada.client.call('bulkGraphNodes', { params, body })).body;
  const listed = async (query: Record<string, string | readonly string[]> = {}) => {
    const { body, headers } = await ada.client.call('listGraphNodes', { params, query });
    expect(headers.get('x-total-count')).toBe(String(body.length));
    return body;
  };
  /** The only node of a uid. */
  const named = async (uid: string) => {
    const [node, ...others] = await listed({ uid });
    expect([node?.uid, others]).toEqual([uid, []]);
    return node;
  };
  const each = (
    texts: readonly string[],
    check: (text: string) => Promise<void>,
    atOnce = AT_ONCE,
  ): Promise<void> => everyCell(texts, told, check, { atOnce });

  describe('as uids', () => {
    beforeAll(async () => {
      params = await emptyGraph(ada);
      const nodes = UIDS.map((uid, index) => ({ uid, labels: [uid], properties: { index } }));
      const edges = UIDS.map((uid, index) => ({
        ...{ uid, source: uid, target: UIDS[(index + 1) % UIDS.length]!, type: uid },
      }));
      expect(await bulk({ nodes, edges })).toMatchObject({
        created: 2 * UIDS.length,
        uids: [...UIDS, ...UIDS],
      });
    });

    it('are all there, each once, and in an order that pages keep', async () => {
      const whole = await listed();
      expect(whole.map(({ uid }) => uid).sort()).toEqual(UIDS.toSorted());
      for (const sort of ['uid', '-uid']) {
        const seen: string[] = [];
        for await (const page of ada.client.pages('listGraphNodes', { params, query: { sort, limit: 7 } }))
          seen.push(...page.body.map(({ uid }) => uid));
        const order = whole.map(({ uid }) => uid);
        expect(seen).toEqual(sort === 'uid' ? order : order.toReversed());
      }
      const some = ['a,b', 'a', '..', UIDS.at(-1)!];
      expect((await listed({ uid: some })).map(({ uid }) => uid).sort()).toEqual(some.toSorted());
    });

    it('are found as they are: as uid, label, type and end', () =>
      each(UIDS, async (uid) => {
        const index = UIDS.indexOf(uid);
        expect(await named(uid)).toMatchObject({ labels: [uid], properties: { index } });
        expect((await listed({ label: uid })).map((node) => node.uid)).toEqual([uid]);
        for (const query of [{ uid }, { type: uid }, { source: uid }])
          expect(
            (await ada.client.call('listGraphEdges', { params, query })).body.map((edge) => edge.uid),
          ).toEqual([uid]);
        const [to] = (await ada.client.call('listGraphEdges', { params, query: { target: uid } })).body;
        expect(to?.source).toBe(UIDS.at(index - 1));
      }));

    it('are addressed in a path, but for three', () =>
      // One caller may have few histories at the same time.
      each(
        UIDS.filter(isAddressable),
        async (uid) => {
          const at = { ...params, node_uid: uid };
          const read = await ada.client.call('getGraphNode', { params: at });
          const tag = read.headers.get('etag') ?? '';
          expect(read.body.uid).toBe(uid);
          const body = { properties: { [`of ${uid.slice(0, 40)}`]: uid } };
          const headers = { 'if-match': tag };
          const put = await ada.client.call('updateGraphNode', { params: at, body, headers });
          expect([put.body.uid, put.body.properties]).toEqual([
            ...[uid, { index: UIDS.indexOf(uid), ...body.properties }],
          ]);
          const { body: history } = await ada.client.call('listGraphNodeHistory', { params: at });
          expect(history.map(({ revision }) => revision)).toEqual([0, Number(put.headers.get('x-revision'))]);
          const lost = await ada.client.try('updateGraphNode', { params: at, body: { labels: [] }, headers });
          expect([lost.status, lost.headers.get('etag')]).toEqual([412, put.headers.get('etag')]);
          const then = await ada.client.call('getGraphNode', { params: at, query: { revision: 0 } });
          expect(then.body).toEqual(read.body);
          const edge = { ...params, edge_uid: uid };
          expect((await ada.client.call('getGraphEdge', { params: edge })).body.source).toBe(uid);
        },
        1,
      ));

    it('that no path can say reach nothing else, and are changed by bulk', async () => {
      const asked: unknown[] = [];
      for (const uid of NO_SEGMENTS)
        for (const id of ['getGraphNode', 'deleteGraphNode', 'deleteGraphEdge'] as const) {
          const path = { ...params, node_uid: uid, edge_uid: uid };
          asked.push((await ada.client.try(id, { params: path })).status);
        }
      // Clients take `.` and `..` out of a path before they send it; `bulk` is an operation.
      expect(asked).toEqual([404, 404, 404, 404, 404, 404, 405, 405, 405]);
      expect(await countsOf(ada, params)).toEqual(counts(UIDS.length, UIDS.length));
      const nodes = NO_SEGMENTS.map((uid) => ({ uid, properties: { index: null, changed: uid } }));
      expect(await bulk({ mode: 'merge', nodes })).toMatchObject({ updated: NO_SEGMENTS.length });
      for (const uid of NO_SEGMENTS) expect((await named(uid))?.properties).toEqual({ changed: uid });
    });

    it('are deleted, and counted as they go', async () => {
      const deleted = UIDS.filter((_, index) => index % 2 === 0);
      await bulk({ delete: deleted });
      const left = UIDS.filter((uid) => !deleted.includes(uid));
      expect((await listed()).map(({ uid }) => uid).sort()).toEqual(left.toSorted());
      const isOdd = UIDS.length % 2 === 1;
      expect(isOdd || left.length === deleted.length).toBe(true);
      expect(await countsOf(ada, params)).toEqual(counts(left.length, 0));
      await each(UIDS, async (uid) => {
        const there = left.includes(uid) ? 1 : 0;
        expect([(await listed({ label: uid })).length, (await listed({ uid })).length]).toEqual([
          there,
          there,
        ]);
      });
      for (const uid of left.filter(isAddressable))
        await ada.client.call('deleteGraphNode', { params: { ...params, node_uid: uid } });
      expect((await listed()).map(({ uid }) => uid).sort()).toEqual(
        left.filter((uid) => !isAddressable(uid)),
      );
      const { body: first } = await ada.client.call('listGraphNodes', { params, query: { revision: 0 } });
      expect(first.map(({ uid }) => uid).sort()).toEqual(UIDS.toSorted());
    });
  });

  describe('that is no text', () => {
    it('is refused where it is a uid, an end, a label or a type, and nothing is stored', async () => {
      params = await emptyGraph(ada);
      const sent = (text: string): readonly (readonly [string, object])[] => [
        ['createGraphNode', { uid: text }],
        ['createGraphNode', { labels: ['fine', text] }],
        ['createGraphEdge', { source: text, target: 'b' }],
        ['bulkGraphNodes', { nodes: [{ uid: 'fine' }, { uid: text }] }],
        ['bulkGraphNodes', { delete: [text] }],
        ...(text === '' ? [] : ([['createGraphEdge', { source: 'a', target: 'b', type: text }]] as const)),
      ];
      await each(REFUSED, async (text) => {
        for (const [operation, body] of sent(text)) {
          const id = operation as 'createGraphNode';
          const { status } = await ada.client.try(id, { params, body });
          expect([operation, [400, 422].includes(status)]).toEqual([operation, true]);
        }
        if (!isSendable(text) || text === '' || text.includes('\0')) return;
        const read = await ada.client.try('getGraphNode', { params: { ...params, node_uid: text } });
        expect(read.status).toBe(404);
      });
      expect(await countsOf(ada, params)).toEqual(counts(0, 0));
    });
  });

  it('whatever means something to a store is kept as it is, or refused', async () => {
    params = await emptyGraph(ada);
    await each(hostileTexts, async (text) => {
      const body = { uid: text, labels: [text], properties: { text } };
      const made = await ada.client.try('createGraphNode', { params, body });
      expect([made.status, [201, 400, 422].includes(made.status)]).toEqual([made.status, true]);
      if (made.status !== 201) return;
      expect(await named(text)).toMatchObject(body);
      expect((await listed({ label: text, property: `text:${text}`.slice(0, 2_000) })).length).toBe(1);
    });
    const { body } = await ada.client.call('listGraphNodes', { params });
    expect(body.length).toBeGreaterThan(hostileTexts.length / 2);
  });
});
