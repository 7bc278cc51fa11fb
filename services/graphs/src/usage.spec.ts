import { graphCommands } from '@cairn/contracts';
import { noQuotas } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { graphs } from './graphs.js';
import { graphsService } from './service.js';

const BYTES = 6_000;

describe('S47: what graphs are charged for', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(graphsService, { quotas: { ...noQuotas, bytes: BYTES } });
  });
  afterAll(() => running.stop());

  it('graphs and versions count, nothing more is made when an account is full, and what is there goes all the same', async () => {
    const { createGraph, updateGraph, createGraphVersion, deleteGraphVersion, deleteGraph } = graphCommands;
    const id = await running.make(ada, createGraph, { body: { name: 'large' } }, 'graph');
    const version_id = await running.make(ada, createGraphVersion, { id, body: {} }, 'version');
    const full = { status: 'refused', code: 'quota_reached' };
    const schema = { nodes: [{ type: 'x'.repeat(BYTES) }] };
    expect(await running.send(ada, createGraphVersion, { id, body: { schema } })).toMatchObject(full);
    const body = { schema_config: schema };
    expect(await running.send(ada, updateGraph, { id, body })).toMatchObject(full);
    for (const gone of [
      running.send(ada, deleteGraphVersion, { id, version_id }),
      running.send(ada, deleteGraph, { id }),
    ])
      expect(await gone).toMatchObject({ status: 'done' });
  });

  it('nodes and edges count, and are deleted when an account is full', async () => {
    const { createGraph, createGraphNode, deleteGraphNode, updateGraphNode } = graphCommands;
    const grace = someone();
    const id = await running.make(grace, createGraph, { body: { name: 'small' } }, 'graph');
    const { active_version_id: version_id } = (await graphs.queries.byId(running.reading(grace), id))!
      .resource;
    const ids = { id, version_id };
    const text = 'x'.repeat(BYTES / 2);
    const add = (uid: string) =>
      running.send(grace, createGraphNode, { ...ids, body: { uid, properties: { text } } });
    expect(await add('a')).toMatchObject({ status: 'done' });
    const full = { status: 'refused', code: 'quota_reached' };
    expect(await add('b')).toMatchObject(full);
    const body = { properties: { more: text } };
    expect(
      await running.send(grace, updateGraphNode, { ...ids, node_uid: 'a', query: {}, body }),
    ).toMatchObject(full);
    expect(await running.send(grace, deleteGraphNode, { ...ids, node_uid: 'a' })).toMatchObject({
      status: 'done',
    });
  });
});
