/** Nodes and edges are held against the schema in force: refused where it is strict, with a pointer for each flaw. */
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
  });

  it('that of the version wins, and one that is set later holds for what comes', async () => {
    const params = await withSchema('off');
    const add = async (label: string) =>
      (await ada.client.try('createGraphNode', { params, body: { labels: [label] } })).status;
    expect(await add('Mammal')).toBe(201);
    const body = { schema: { nodes: [{ type: 'Seal' }] }, config: { enforcement: 'strict' } };
    await ada.client.call('updateGraphVersion', { params, body });
    expect([await add('Mammal'), await add('Fish'), await add('Seal')]).toEqual([422, 422, 201]);
    expect(await countsOf(ada, params)).toEqual(counts(2, 0));
  });
});
