import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { administrator, type Person } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';

const TOLD_WITHIN_MS = 6_000;
const RECOVERED_WITHIN_MS = 20_000;

jest.setTimeout(300_000);

/** The answer to who has models of an application is the gateway's, of models, of identity. */
describe('a service that another one asks is away (cluster)', () => {
  let cairn: RunningCluster;
  let root: Person;
  let id: string;
  beforeAll(async () => {
    cairn = await cluster.start();
    root = await administrator(cairn);
    const { body } = await root.client.call('createApplication', {
      body: { name: `taggers ${randomUUID()}` },
    });
    id = body.id;
    await root.client.call('createModel', { body: { name: 'tagger', application_id: id } });
  });
  afterAll(() => cairn.remove());

  const read = (): Promise<Response> =>
    fetch(`${cairn.baseUrl}/admin/applications/${id}`, {
      headers: { authorization: `Bearer ${root.token}` },
    });
  const recovered = async (): Promise<void> => {
    const until = Date.now() + RECOVERED_WITHIN_MS;
    while ((await read()).status !== 200) {
      if (Date.now() > until) throw new Error('it does not answer again');
      await pause(50);
    }
  };

  it.each(['identity', 'models'])(
    '%s: it is 503 with Retry-After in time, all else is read, and it is answered afterwards',
    async (service) => {
      await recovered();
      const away = cairn.processes().filter(({ name }) => name.startsWith(service));
      expect(away).toHaveLength(2);
      for (const { pid } of away) process.kill(pid, 'SIGSTOP');
      try {
        for (let count = 0; count < 3; count += 1) {
          const began = performance.now();
          const answer = await read();
          const told = { status: answer.status, retryAfter: answer.headers.get('retry-after') };
          expect(told).toEqual({ status: 503, retryAfter: '1' });
          expect(await answer.json()).toMatchObject({ code: 'service_unavailable' });
          expect(performance.now() - began).toBeLessThan(TOLD_WITHIN_MS);
        }
        expect((await root.client.try('listAllApplications')).status).toBe(200);
      } finally {
        for (const { pid } of away) process.kill(pid, 'SIGCONT');
      }
      await recovered();
    },
  );
});
