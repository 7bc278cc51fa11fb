import { setTimeout as pause } from 'node:timers/promises';
import type { Readiness } from '@cairn/contracts';
import { type Client, createClient } from '@cairn/client';
import { type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { until } from '../answers-of.js';

/** Longer than an event may wait before its read models count as behind. */
const FROZEN_MS = 15_000;
const LOOK_EVERY_MS = 500;

jest.setTimeout(300_000);

/** What is told of the one service stands in the body, and takes no gateway away from the other four. */
describe('a service of which every process stands still, with an event to project (cluster)', () => {
  let cairn: RunningCluster;
  let person: Person;
  let graph: string;
  let dataset: string;
  beforeAll(async () => {
    cairn = await cluster.start();
    person = await somebody(cairn);
    const { client } = person;
    ({
      body: { id: dataset },
    } = await client.call('createDataset', { body: { name: 'served' } }));
    ({
      body: { id: graph },
    } = await client.call('createGraph', { body: { name: 'stands still' } }));
    await client.call('updateGraph', { params: { id: graph }, body: { description: 'before' } });
  });
  afterAll(() => cairn.remove());

  const readiness = async (gateway: string) => {
    const answer = await fetch(`${gateway}/readyz`);
    const { checks } = (await answer.json()) as Readiness;
    return { gateway, answered: answer.status, checks };
  };
  let count = 0;
  /** Of each of the other four, at one gateway; a write too. */
  const others = (client: Client): Promise<readonly { readonly status: number }[]> =>
    Promise.all([
      client.try('getMe'),
      client.try('getDataset', { params: { id: dataset } }),
      client.try('listModels'),
      client.try('listWorkflows'),
      client.try('updateDataset', { params: { id: dataset }, body: { description: `write ${++count}` } }),
    ]);
  const seen = async () => {
    for (const gateway of cairn.gateways) {
      const { answered, checks } = await readiness(gateway);
      const lacking = checks.filter(({ ok, required }) => !ok && required !== false);
      expect({ gateway, answered, lacking }).toEqual({ gateway, answered: 200, lacking: [] });
      const answers = await others(createClient({ baseUrl: gateway, token: person.token }));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    }
  };

  it('leaves the gateways ready and the other four served; it is told, and 503 itself', async () => {
    const frozen = cairn.processes().filter(({ name }) => name.startsWith('graphs'));
    expect(frozen).toHaveLength(2);
    for (const { pid } of frozen) process.kill(pid, 'SIGSTOP');
    try {
      await cairn.inside.append(`graph-${graph}`, { changes: { description: 'after' } });
      const over = Date.now() + FROZEN_MS;
      while (Date.now() < over) {
        await seen();
        await pause(LOOK_EVERY_MS);
      }
      for (const gateway of cairn.gateways)
        expect((await readiness(gateway)).checks.filter(({ ok }) => !ok)).toEqual([
          { name: 'projections of graphs', ok: false, detail: expect.any(String), required: false },
        ]);
      const answer = await person.client.try('updateGraph', {
        params: { id: graph },
        body: { description: 'refused' },
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    } finally {
      for (const { pid } of frozen) process.kill(pid, 'SIGCONT');
    }
    await until(
      () => person.client.try('getGraph', { params: { id: graph } }),
      ({ status, body }) => status === 200 && (body as { description?: string }).description === 'after',
    );
    await until(
      () => Promise.all(cairn.gateways.map(readiness)),
      (all) => all.every(({ checks }) => checks.every(({ ok }) => ok)),
    );
  });
});
