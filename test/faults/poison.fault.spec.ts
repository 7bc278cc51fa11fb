import type { Client } from '@cairn/client';
import { administrator } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { caughtUp } from './answers-of.js';
import { makeScene } from './kills/scene.js';

jest.setTimeout(120_000);

describe.each(topologies)('R14: one poison event ($name)', (topology) => {
  let cairn: RunningCairn;
  let scene: Awaited<ReturnType<typeof makeScene>>;
  let client: Client;
  let admin: Client;
  let poisoned: string;
  let healthy: string;

  beforeAll(async () => {
    cairn = await topology.start();
    scene = await makeScene(cairn);
    ({ client } = scene.person);
    ({ client: admin } = await administrator(cairn));
    [poisoned = '', healthy = ''] = scene.items;
    const params = { dataset_id: scene.dataset, version_id: scene.version, id: poisoned };
    await client.call('updateDatasetItem', { params, body: { name: 'before' } });
    await cairn.end('SIGTERM');
    await cairn.inside.append(`datasetItem-${poisoned}`, { neither: 'changes nor words' });
    await cairn.again();
    await caughtUp(admin);
  });
  afterAll(() => cairn.remove());

  const item = (id: string) => ({ dataset_id: scene.dataset, version_id: scene.version, id });
  const parked = async () => {
    const { body } = await admin.call('listProjections');
    return body.flatMap(({ name, parked: streams }) => streams.map((stream) => ({ name, ...stream })));
  };

  it('is parked with its reason, and an administrator sees it', async () => {
    const found = await parked();
    expect(found.find(({ name }) => name.startsWith('datasets.items@'))).toMatchObject({
      stream: `datasetItem-${poisoned}`,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'datasets.item.updated.v1',
      position: expect.stringMatching(/\d/),
      reason: expect.stringMatching(/\S/),
      parked_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(new Set(found.map(({ stream }) => stream))).toEqual(new Set([`datasetItem-${poisoned}`]));
  });

  /** The errors of projections, once they are kept. */
  const errors = async () => {
    for (;;) {
      const { body } = await admin.call('listErrors', { query: { entity: 'projection' } });
      if (body.length > 0) return body;
    }
  };

  it('is among the errors that administrators see', async () => {
    const told = await errors();
    const found = told.find(({ entity_id }) => entity_id.startsWith('datasets.items'));
    expect(found).toMatchObject({ resolved: false, description: expect.stringContaining('parked') });
    expect(JSON.stringify(told)).not.toContain('neither');
  });

  it('makes only its own stream stale, and says so', async () => {
    const stale = await client.call('getDatasetItem', { params: item(poisoned) });
    expect([stale.body.name, stale.headers.get('x-stale')]).toEqual(['before', 'true']);
    const other = await client.call('getDatasetItem', { params: item(healthy) });
    expect(other.headers.get('x-stale')).toBeNull();
  });

  it('stops nothing else', async () => {
    const { status } = await client.call('updateDatasetItem', {
      params: item(healthy),
      body: { name: 'goes on' },
    });
    expect(status).toBe(200);
    const { body } = await client.call('getDatasetItem', { params: item(healthy) });
    expect(body.name).toBe('goes on');
    const made = await client.call('createDatasetItem', {
      params: { dataset_id: scene.dataset, version_id: scene.version },
      body: { name: 'new' },
    });
    expect(made.status).toBe(201);
    const readiness = await cairn.client().try('getReadiness');
    expect(readiness.status).toBe(200);
  });

  it('stays parked over a replay that mends nothing, and over a restart', async () => {
    const before = await parked();
    for (const { name } of before) await admin.call('replayProjection', { params: { name } });
    await cairn.end('SIGKILL');
    await cairn.again();
    await caughtUp(admin);
    const shown = (list: Awaited<ReturnType<typeof parked>>) =>
      list.map(({ name, stream, event_id }) => ({ name, stream, event_id }));
    expect(shown(await parked())).toEqual(shown(before));
  });

  it('is replayed after the fix, where the engine lets what was written be mended', async () => {
    const { mendLast } = cairn.inside;
    if (mendLast === undefined) return;
    const before = await parked();
    await cairn.end('SIGTERM');
    await mendLast(`datasetItem-${poisoned}`, { changes: { name: 'mended' } });
    await cairn.again();
    for (const { name } of before) {
      const { body } = await admin.call('replayProjection', { params: { name } });
      expect(body).toMatchObject({ name, parked: [] });
    }
    expect(await parked()).toEqual([]);
    const { body, headers } = await client.call('getDatasetItem', { params: item(poisoned) });
    expect([body.name, headers.get('x-stale')]).toEqual(['mended', null]);
    const { body: changed } = await client.call('updateDatasetItem', {
      params: item(poisoned),
      body: { name: 'after' },
    });
    expect(changed.name).toBe('after');
  });
});
