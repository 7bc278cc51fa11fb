/** Nodes and edges are held against the schema in force: refused where it is strict, with a pointer for each flaw. */
import { randomUUID } from 'node:crypto';
import { counts, countsOf, emptyGraph, refusalIn, type VersionPath } from '../support/content.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const schema_config = {
  nodes: [
    { type: 'Bird', properties: [{ name: 'ring', type: 'string', required: true }] },
    { type: 'Fish', properties: [{ name: 'length', type: 'integer' }] },
  ],
  edges: [{ type: 'EATS', from: 'Bird', to: 'Fish' }],
};

describe.each(topologies)('schemas of nodes and edges on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const withSchema = (enforcement: string): Promise<VersionPath> =>
    emptyGraph(ada, { schema_config, config: { enforcement } });
  const puffin = { uid: 'puffin', labels: ['Bird'], properties: { ring: 'GB-4711' } };
  const sandeel = { uid: 'sandeel', labels: ['Fish'], properties: { length: 12 } };
  const eats = { uid: 'eats', source: 'puffin', target: 'sandeel', type: 'EATS' };

  it('a strict one refuses all of a bulk for one element, and says which', async () => {
    const params = await withSchema('strict');
    const body = {
      nodes: [
        puffin,
        { labels: ['Fish', 'Mammal'], properties: { length: 'long' } },
        { uid: 'bare' },
        sandeel,
      ],
      edges: [
        eats,
        { ...eats, uid: 'back', source: 'sandeel', target: 'puffin' },
        { ...eats, uid: 'x', type: 'X' },
      ],
    };
    const refused = await ada.client.try('bulkGraphNodes', { params, body });
    expect(refusalIn(refused)).toEqual([
      ...[422, 'content_invalid'],
      [
        ...['/nodes/1/properties/length property_type', '/nodes/1/labels/1 type_undeclared'],
        '/nodes/2/labels label_missing',
        ...['/edges/1/source end_type', '/edges/1/target end_type', '/edges/2/type type_undeclared'],
      ],
    ]);
    expect(await countsOf(ada, params)).toEqual(counts(0, 0));
    const query = { on_error: 'skip' as const };
    const { body: told } = await ada.client.call('bulkGraphNodes', { params, body, query });
    expect([told.uids, told.errors.length]).toEqual([['puffin', 'sandeel', 'eats'], 6]);
  });

  it('it holds what an element is after a change, not what is sent alone', async () => {
    const params = await withSchema('strict');
    await ada.client.call('bulkGraphNodes', { params, body: { nodes: [puffin, sandeel], edges: [eats] } });
    const at = { ...params, node_uid: 'puffin', edge_uid: 'eats' };
    const put = async (body: object, query = {}) =>
      refusalIn(await ada.client.try('updateGraphNode', { params: at, body, query }));
    const missing = [422, 'content_invalid', ['/properties/ring property_missing']];
    expect(await put({ properties: { ring: null } })).toEqual(missing);
    expect(await put({ labels: ['Bird'] }, { replace: true })).toEqual(missing);
    const done = [200, undefined, []];
    expect(await put({ properties: { age: 4 } })).toEqual(done);
    const edge = async (body: object) =>
      refusalIn(await ada.client.try('updateGraphEdge', { params: at, body }));
    expect(await edge({ target: 'puffin' })).toEqual([422, 'content_invalid', ['/target end_type']]);
    expect(await edge({ properties: { share: 0.8 } })).toEqual(done);
  });

  it.each(['warn', 'off'])('one that is %s stores what does not fit it', async (enforcement) => {
    const params = await withSchema(enforcement);
    const { status } = await ada.client.call('createGraphNode', { params, body: { labels: ['Mammal'] } });
    expect(status).toBe(201);
    const body = { nodes: [sandeel, { labels: ['Fish', 'Mammal'], properties: { length: 'long' } }] };
    const headers = { 'idempotency-key': randomUUID() };
    const { body: told } = await ada.client.call('bulkGraphNodes', { params, body, headers });
    const warnings = told.warnings.map(({ pointer, code, index }) => `${pointer} ${code} ${index}`);
    expect([told.created, told.errors, told.warning_count, warnings]).toEqual([
      ...[2, []],
      ...(enforcement === 'off'
        ? [0, []]
        : [2, ['/nodes/1/properties/length property_type 1', '/nodes/1/labels/1 type_undeclared 1']]),
    ]);
    expect((await ada.client.call('bulkGraphNodes', { params, body, headers })).body).toEqual(told);
  });

  it('that of the version wins, and one that is set later holds for what comes', async () => {
    const params = await withSchema('off');
    const add = async (label: string) =>
      (await ada.client.try('createGraphNode', { params, body: { labels: [label] } })).status;
    expect(await add('Seal')).toBe(201);
    const body = { schema: { nodes: [{ type: 'Seal' }] }, config: { enforcement: 'strict' } };
    await ada.client.call('updateGraphVersion', { params, body });
    expect([await add('Mammal'), await add('Fish'), await add('Seal')]).toEqual([422, 422, 201]);
    expect(await countsOf(ada, params)).toEqual(counts(2, 0));
  });

  describe('a property that is unique', () => {
    const rings = {
      nodes: [
        { type: 'Bird', properties: [{ name: 'ring', type: 'string', unique: true }] },
        { type: 'Fish', properties: [{ name: 'ring', type: 'string' }] },
      ],
    };
    const ringed = (enforcement: string): Promise<VersionPath> =>
      emptyGraph(ada, { schema_config: rings, config: { enforcement } });
    const bird = (uid: string, ring: string) => ({ uid, labels: ['Bird'], properties: { ring } });
    const bulk = async (params: VersionPath, body: object, query = {}) =>
      refusalIn(await ada.client.try('bulkGraphNodes', { params, body, query }));
    const twice = (...errors: readonly string[]) => [422, 'content_invalid', errors];
    const done = [200, undefined, []];

    it('has a value in one node of the type', async () => {
      const params = await ringed('strict');
      expect(await bulk(params, { nodes: [bird('puffin', 'A'), bird('gull', 'B')] })).toEqual(done);
      const nodes = [bird('tern', 'A'), { ...bird('cod', 'A'), labels: ['Fish'] }, bird('auk', 'C')];
      const refused = ['/nodes/0/properties/ring not_unique', '/nodes/3/properties/ring not_unique'];
      expect(await bulk(params, { nodes: [...nodes, bird('skua', 'C')] })).toEqual(twice(...refused));
      const one = await ada.client.try('createGraphNode', { params, body: bird('tern', 'B') });
      expect(refusalIn(one)).toEqual(twice('/properties/ring not_unique'));
      // Two exchange theirs; one that is deleted leaves its own.
      const mode = 'merge';
      expect(await bulk(params, { mode, nodes: [bird('puffin', 'B'), bird('gull', 'A')] })).toEqual(done);
      expect(await bulk(params, { delete: ['puffin'], nodes: [bird('tern', 'B')] })).toEqual(done);
      const undo = await ada.client.try('undoGraphContent', { params, body: { revision: 2 } });
      expect(undo.status).toBe(200);
      expect(await bulk(params, { delete: ['puffin'], nodes: [bird('auk', 'B')] })).toEqual(done);
      expect(refusalIn(await ada.client.try('undoGraphContent', { params, body: { revision: 1 } }))[1]).toBe(
        'changed_since',
      );
    });

    it('law 4: of many that ask for one value at once, one gets it', async () => {
      const params = await ringed('strict');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          ada.client.try('createGraphNode', { params, body: bird(`n${index}`, 'A') }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(422)]);
      expect(await countsOf(ada, params)).toEqual(counts(1, 0));
    });

    it('is held against what is there once the schema becomes strict', async () => {
      const params = await ringed('warn');
      await bulk(params, { nodes: [bird('puffin', 'A'), bird('gull', 'A'), { uid: 'bare' }] });
      const strict = { config: { enforcement: 'strict' } };
      const become = async () => [
        refusalIn(await ada.client.try('updateGraphVersion', { params, body: strict })),
        refusalIn(await ada.client.try('updateGraph', { params, body: strict })),
      ];
      const refused = [409, 'content_breaks_schema', ['label_missing', 'not_unique']];
      expect(await become()).toEqual([refused, refused]);
      expect((await ada.client.call('getGraph', { params })).body.config).toContain('warn');
      expect(await bulk(params, { nodes: [bird('tern', 'A')] })).toEqual(done);
      expect(await bulk(params, { delete: ['bare', 'puffin', 'tern'] })).toEqual(done);
      expect(await become()).toEqual([done, done]);
      expect(await bulk(params, { nodes: [bird('tern', 'A')] })).toEqual(
        twice('/nodes/0/properties/ring not_unique'),
      );
    });
  });
});
