import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@cairn/client';
import { PASSWORD, type Person, somebody } from '../../support/people.js';
import { Proxy } from '../../support/proxy.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { type OneMore, oneMoreGateway } from '../../support/topologies/more-processes.js';

/** How long a gateway may grant on what it has proved (ADR-0011), and how long a read may take to be told no. */
const LEASE_MS = 1_000;
const TOLD_WITHIN_MS = 1_000;
/** A write that takes a right away waits for the lease of a gateway that is cut off, and no longer. */
const TAKEN_WITHIN_MS = 5_000;
const RECOVERED_WITHIN_MS = 20_000;
const READS = 5;

jest.setTimeout(300_000);

describe('S18: rights at a gateway that hears nothing of their changes (cluster)', () => {
  let cairn: RunningCluster;
  let proxy: Proxy;
  let cutOff: OneMore;
  let person: Person;
  beforeAll(async () => {
    cairn = await cluster.start();
    proxy = await Proxy.before(new URL(cairn.engines.eventstoredb.url).host);
    cutOff = await oneMoreGateway(cairn, { CAIRN_EVENTSTOREDB_URL: `esdb://${proxy.address}?tls=false` });
  });
  afterAll(async () => {
    await cutOff.kill();
    await cairn.remove();
    await proxy.close();
  });
  beforeEach(async () => {
    person = await somebody(cairn);
  });

  const at = (baseUrl: string, token: string): Client => createClient({ baseUrl, token });
  const statusOf = async (client: Client): Promise<number> => (await client.try('getMe')).status;
  const timed = async (
    act: () => Promise<{ readonly status: number }>,
  ): Promise<{ readonly status: number; readonly ms: number }> => {
    const began = performance.now();
    const { status } = await act();
    return { status, ms: performance.now() - began };
  };
  const recovered = async (client: Client, status: number): Promise<void> => {
    const until = Date.now() + RECOVERED_WITHIN_MS;
    while ((await statusOf(client)) !== status) {
      if (Date.now() > until) throw new Error(`it does not answer ${status} again`);
      await pause(50);
    }
  };
  /** What takes a right away: a bearer that is good, and how it ends. */
  const rights: readonly (readonly [string, () => Promise<Right>])[] = [
    [
      'a session, by a logout',
      async () => {
        const { body } = await cairn
          .client()
          .call('login', { body: { username: person.username, password: PASSWORD } });
        return { token: body.apikey, take: (client) => client.as(body.apikey).try('logout') };
      },
    ],
    [
      'an API key, by its deletion',
      async () => {
        const body = { name: 'key', scopes: ['*:*'] };
        const { body: key } = await person.client.call('createAPIKey', { body });
        return { token: key.key, take: (client) => client.try('deleteAPIKey', { params: { id: key.id } }) };
      },
    ],
  ];
  interface Right {
    readonly token: string;
    take(this: void, client: Client): Promise<{ readonly status: number }>;
  }

  it.each(rights)(
    'its subscription is silent: it says 503 in time when its lease is over, and never grants %s',
    async (_, make) => {
      const { token, take } = await make();
      const here = at(cairn.gateways[0]!, person.token);
      const there = at(cutOff.url, token);
      await recovered(there, 200);
      proxy.fault = { kind: 'half-open' };
      try {
        const taken = await timed(() => take(here));
        expect(taken.status).toBeLessThan(300);
        expect(taken.ms).toBeLessThan(TAKEN_WITHIN_MS);
        for (let read = 0; read < READS; read += 1) {
          const { status, ms } = await timed(() => there.try('getMe'));
          expect({ status, inTime: ms < TOLD_WITHIN_MS }).toEqual({ status: 503, inTime: true });
        }
        const others = await Promise.all(cairn.gateways.map((url) => statusOf(at(url, token))));
        expect(others).toEqual([401, 401]);
      } finally {
        proxy.fault = { kind: 'none' };
      }
      await recovered(there, 401);
      await recovered(at(cutOff.url, person.token), 200);
    },
  );

  it.each(rights)(
    'it froze, and wakes up with reads that wait for it: it never grants %s',
    async (_, make) => {
      const { token, take } = await make();
      const [here, frozen] = cairn.gateways;
      const there = at(frozen!, token);
      expect(await statusOf(there)).toBe(200);
      const pid = cairn.processes().find(({ url }) => url === frozen)?.pid;
      process.kill(pid!, 'SIGSTOP');
      let waiting: Promise<readonly number[]>;
      try {
        const taken = await timed(() => take(at(here!, person.token)));
        expect(taken.status).toBeLessThan(300);
        expect(taken.ms).toBeLessThan(TAKEN_WITHIN_MS);
        waiting = Promise.all(Array.from({ length: READS }, () => statusOf(there)));
        await pause(LEASE_MS);
      } finally {
        process.kill(pid!, 'SIGCONT');
      }
      for (const status of await waiting) expect([401, 503]).toContain(status);
      await recovered(there, 401);
      await recovered(at(frozen!, person.token), 200);
    },
  );

  it('both identity processes are frozen: who may read reads on, no right changes unseen, and all is well afterwards', async () => {
    const clients = cairn.gateways.map((url) => at(url, person.token));
    const identity = cairn.processes().filter(({ name }) => name.startsWith('identity'));
    expect(identity).toHaveLength(2);
    for (const { pid } of identity) process.kill(pid, 'SIGSTOP');
    try {
      await pause(2 * LEASE_MS);
      // Gateways prove rights on the log itself: they need nobody of identity for it.
      expect(await Promise.all(clients.map(statusOf))).toEqual([200, 200]);
      const { status, ms } = await timed(() => clients[0]!.try('logout'));
      expect({ status, inTime: ms < TAKEN_WITHIN_MS }).toEqual({ status: 503, inTime: true });
    } finally {
      for (const { pid } of identity) process.kill(pid, 'SIGCONT');
    }
    const until = Date.now() + RECOVERED_WITHIN_MS;
    // A logout whose answer was 503 may have been done when they woke up.
    while (![200, 204, 401].includes((await clients[0]!.try('logout')).status) && Date.now() < until)
      await pause(50);
    expect(await Promise.all(clients.map(statusOf))).toEqual([401, 401]);
    expect(
      (await cairn.client().try('login', { body: { username: person.username, password: PASSWORD } })).status,
    ).toBe(200);
  });
});
