/** The statistics of the nodes and edges of a version: of now, and as they were. */
import { randomUUID } from 'node:crypto';
import type { GraphStats } from '@cairn/contracts';
import { addEdge, addNode, foodWeb, type Query, type VersionPath } from '../support/content.js';
import { checkedPerson } from '../support/contract.js';
import { past } from '../support/granting.js';
import type { Person } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const WEB = {
  ...{ revision: 0, node_count: 3, edge_count: 4, density: 4 / 6, directed: true },
  ...{ self_loops: 1, multi_edges: 0, components: 1, isolated: 0 },
  node_labels: [
    { name: 'Bird', count: 2 },
    { name: 'Fish', count: 1 },
    { name: 'Prey', count: 1 },
  ],
  node_label_count: 3,
  edge_types: [
    { name: 'EATS', count: 2 },
    { name: '', count: 1 },
    { name: 'SEES', count: 1 },
  ],
  edge_type_count: 3,
  degree: {
    ...{ min: 2, max: 4, avg: 8 / 3 },
    histogram: [
      { degree: 2, count: 2 },
      { degree: 4, count: 1 },
    ],
  },
};

describe.each(topologies)('the statistics of a graph on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
  });
  afterAll(() => cairn.leave());

  const ofVersion = async (params: VersionPath, query: Query = {}): Promise<GraphStats> =>
    (await ada.client.call('getGraphVersionStats', { params, query })).body;
  const ofGraph = async ({ id }: VersionPath, query: Query = {}): Promise<GraphStats> =>
    (await ada.client.call('getGraphStats', { params: { id }, query })).body;

  it('tell what its nodes and edges come to, after each write', async () => {
    const params = await foodWeb(ada);
    const { computed_at, ...web } = await ofVersion(params);
    expect(web).toEqual({ version_id: params.version_id, ...WEB });
    expect(await ofGraph(params)).toEqual({ computed_at, ...web });

    const { body: alone } = await addNode(ada, params, { uid: 'gravel' });
    const both = { source: 'puffin', target: 'guillemot', directed: false };
    await addEdge(ada, params, both);
    const { body: last } = await addEdge(ada, params, { ...both, source: 'guillemot', target: 'puffin' });
    const grown = await ofVersion(params);
    expect(grown).toMatchObject({
      ...{ revision: 3, node_count: 4, edge_count: 6, density: 6 / 12, directed: true },
      ...{ self_loops: 1, multi_edges: 1, components: 2, isolated: 1, computed_at: last.created_at },
      degree: { min: 0, max: 6, avg: 3 },
    });
    expect(await ofVersion(params, { revision: 0 })).toEqual({ computed_at, ...web });
    expect(await ofVersion(params, { as_of: computed_at })).toEqual({ computed_at, ...web });
    expect(await ofVersion(params, { as_of: last.created_at })).toEqual(grown);
    expect((await ofVersion(params, { revision: 1 })).computed_at).toBe(alone.created_at);
    const later = await ada.client.try('getGraphVersionStats', { params, query: { revision: 4 } });
    expect(later).toMatchObject({ status: 422, body: { code: 'in_future' } });
  });

  it('of a bulk of the past are computed when they are first asked for', async () => {
    const params = await foodWeb(ada);
    for (const node_uid of ['puffin', 'sandeel'])
      await ada.client.call('deleteGraphNode', { params: { ...params, node_uid } });
    const { computed_at, ...then } = await ofVersion(params, { revision: 0 });
    expect(then).toEqual({ version_id: params.version_id, ...WEB });
    const now = { node_count: 1, edge_count: 1, self_loops: 1, density: 0, edge_type_count: 1 };
    expect(await ofVersion(params)).toMatchObject({ revision: 2, ...now });
  });

  it('of a graph are those of the version that is, and was, the active one', async () => {
    const params = await foodWeb(ada);
    const { body: next } = await ada.client.call('createGraphVersion', { params: { id: params.id } });
    const empty = { id: params.id, version_id: next.id };
    expect(await ofGraph(params)).toEqual(await ofVersion(params));
    expect(await ofVersion(empty)).toMatchObject({
      ...{ revision: null, node_count: 0, edge_count: 0, density: 0, directed: true, components: 0 },
      ...{ node_labels: [], degree: { min: 0, max: 0, avg: 0, histogram: [] }, computed_at: next.created_at },
    });
    await past(next.created_at);
    const before = new Date().toISOString();
    await past(before);
    await ada.client.call('activateGraphVersion', { params: empty });
    expect(await ofGraph(params)).toEqual(await ofVersion(empty));
    expect(await ofGraph(params, { as_of: before })).toEqual(await ofVersion(params));
    const missing = await ada.client.try('getGraphVersionStats', {
      params: { ...params, version_id: randomUUID() },
    });
    expect(missing.status).toBe(404);
  });

  it('have a tag that moves when the content does, and when another version is activated', async () => {
    const params = await foodWeb(ada);
    const tags = async (): Promise<readonly string[]> => {
      const graph = await ada.client.call('getGraphStats', { params: { id: params.id } });
      const version = await ada.client.call('getGraphVersionStats', { params });
      return [graph, version].map(({ headers }) => headers.get('etag') ?? '');
    };
    const [ofOne, ofOther] = await tags();
    expect(await tags()).toEqual([ofOne, ofOther]);
    // The counts stay as they are.
    const body = { properties: { legs: 3 } };
    await ada.client.call('updateGraphNode', { params: { ...params, node_uid: 'puffin' }, body });
    const changed = await tags();
    expect([changed.includes(ofOne!), changed.includes(ofOther!)]).toEqual([false, false]);
    const { body: next } = await ada.client.call('createGraphVersion', { params: { id: params.id } });
    expect(await tags()).toEqual(changed);
    await ada.client.call('activateGraphVersion', { params: { id: params.id, version_id: next.id } });
    expect((await tags())[0]).not.toBe(changed[0]);
    expect((await tags())[1]).toBe(changed[1]);
  });
});
