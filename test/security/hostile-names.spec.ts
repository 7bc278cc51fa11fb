/** S34 S35: properties, labels and types may have any name: it is kept, counted and found as it is. */
import type { GraphNodeInput } from '@cairn/contracts';
import { counts, countsOf, emptyGraph, listed, type VersionPath } from '../support/content.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

const DUCK = '\u{1f986}';

describe.each(topologies)('S34 S35 names in nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let params: VersionPath;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  beforeEach(async () => {
    params = await emptyGraph(ada);
  });
  afterAll(() => cairn.leave());

  const bulk = async (body: object) => (await ada.client.call('bulkGraphNodes', { params, body })).body;

  describe('as names of properties', () => {
    const NAMES = [
      ...['a.b.c', '$set', '$where', 'labels.x', 'labels', 'count', 'id', 's', 'k', 'uid', 'since', 'until'],
      ...[' ', '$', '.', 'a/b', 'a~b', 'a:b', 'toString', 'hasOwnProperty', 'valueOf', DUCK],
      'n'.repeat(1_000),
    ];
    const properties = Object.fromEntries(NAMES.map((name, index) => [name, { $ne: null, 'x.y': index }]));

    it('are kept, changed and removed, each by itself', async () => {
      const { body: made } = await ada.client.call('createGraphNode', {
        params,
        body: { uid: 'a', properties },
      });
      expect(made.properties).toEqual(properties);
      const at = { ...params, node_uid: 'a' };
      for (const name of NAMES) {
        const { body } = await ada.client.call('updateGraphNode', {
          params: at,
          body: { properties: { [name]: null, [`${name.slice(0, 900)} now`]: name } },
        });
        expect([Object.hasOwn(body.properties, name), Object.keys(body.properties).length]).toEqual([
          ...[false, NAMES.length],
        ]);
      }
      const { body: then } = await ada.client.call('getGraphNode', { params: at, query: { revision: 0 } });
      expect(then.properties).toEqual(properties);
    });

    it('are found by their value', async () => {
      const nodes = NAMES.map((name) => ({ uid: name, properties: { [name]: `= ${name}:1` } }));
      await bulk({ nodes });
      // A colon ends the name; a parameter has 2,000 characters at most.
      for (const name of NAMES.filter((one) => !one.includes(':') && one.length < 900)) {
        const query = { property: `${name}:= ${name}:1` };
        const { body } = await ada.client.call('listGraphNodes', { params, query });
        expect(body.map(({ uid }) => uid)).toEqual([name]);
      }
    });

    it('are refused where they reach what every object inherits', async () => {
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        const { status, text } = await wire(cairn, {
          ...{ method: 'POST', token: ada.token, headers: { 'content-type': 'application/json' } },
          path: `/api/v1/graphs/${params.id}/versions/${params.version_id}/nodes`,
          body: `{"properties":{"${name}":{"polluted":true}}}`,
        });
        expect([name, status, JSON.parse(text)]).toMatchObject([name, 400, { code: 'malformed_json' }]);
      }
      expect(await countsOf(ada, params)).toEqual(counts(0, 0));
    });
  });

  it('labels and types with dots and operators are counted by themselves', async () => {
    const labels = [
      'a.b.c',
      'a.b',
      'a',
      '$set',
      'labels.x',
      '$inc',
      'count',
      '__proto__',
      'constructor',
      'x:y',
    ];
    const nodes: readonly GraphNodeInput[] = labels.map((_, index) => ({
      ...{ uid: String(index), labels: labels.slice(index) },
    }));
    const edges = labels.map((type, index) => ({ source: '0', target: String(index), type }));
    await bulk({ nodes, edges });
    const total = async (query: Record<string, string>, what: 'Nodes' | 'Edges' = 'Nodes') =>
      (await listed(ada, params, what, query)).total;
    for (const [index, label] of labels.entries()) {
      expect([label, await total({ label })]).toEqual([label, index + 1]);
      expect([label, await total({ type: label }, 'Edges')]).toEqual([label, 1]);
    }
    await bulk({ delete: ['0'] });
    for (const [index, label] of labels.entries()) {
      expect([label, await total({ label })]).toEqual([label, index]);
      expect([label, await total({ type: label }, 'Edges')]).toEqual([label, 0]);
    }
  });
});
