import { setTimeout as pause } from 'node:timers/promises';
import { type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { Creating } from './creating.js';

const CONNECTIONS = 6;
const BETWEEN_MS = 1_000;
/** What an orderly end may take; after ten seconds a process gives up and says so by its exit code. */
const ORDERLY_MS = 4_000;

jest.setTimeout(300_000);

describe('R10: a rolling restart of every process under load (cluster)', () => {
  let cairn: RunningCluster;
  let person: Person;
  beforeAll(async () => {
    cairn = await cluster.start();
    person = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  /** What a balancer in front of the gateways does: a gateway that says that it is not ready gets nothing new. */
  const balanced = () => {
    const out = new Set<string>();
    return {
      take: (gateway: string): void => void out.add(gateway),
      back: (gateway: string): void => void out.delete(gateway),
      choose: (turn: number): string => {
        const usable = cairn.gateways.filter((gateway) => !out.has(gateway));
        return usable[turn % usable.length]!;
      },
    };
  };

  it('fails no request, and each process ends in an orderly way', async () => {
    const balancer = balanced();
    const disorderly: string[] = [];
    const { choose } = balancer;
    const creating = new Creating({ token: person.token, choose, connections: CONNECTIONS });
    for (const { name, url } of cairn.processes()) {
      if (name.startsWith('gateway')) {
        balancer.take(url);
        await pause(BETWEEN_MS);
      }
      const { code, ms } = await cairn.restart(name);
      if (code !== 0 || ms > ORDERLY_MS)
        disorderly.push(`${name}: ${String(code)} after ${Math.round(ms)} ms`);
      balancer.back(url);
      await pause(BETWEEN_MS);
    }
    await creating.end();
    const { answers, failures } = creating;
    expect(failures).toEqual([]);
    expect(disorderly).toEqual([]);
    expect(answers.length).toBeGreaterThan(100);
    const { headers } = await person.client.call('listDatasets', { query: { limit: 1 } });
    expect(headers.get('x-total-count')).toBe(String(answers.length));
  });
});
