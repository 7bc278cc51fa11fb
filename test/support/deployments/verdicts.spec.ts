import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbePlan } from './plan.js';
import { verdicts } from './verdicts.js';

describe('a probe', () => {
  let server: Server;
  /** The statuses that are answered in turn, the last one for ever; 0 is none. */
  let statuses: readonly number[];
  let asked: number;
  const over = new AbortController();

  beforeAll(async () => {
    server = createServer((_, response) => {
      const status = statuses[Math.min(asked, statuses.length - 1)] ?? 0;
      asked += 1;
      if (status !== 0) response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => void (asked = 0));
  afterAll(() => {
    over.abort();
    server.closeAllConnections();
    server.close();
  });

  /** So many verdicts, and how often it had asked at each. */
  const told = async (count: number, plan: Partial<ProbePlan> = {}) => {
    const probe: ProbePlan = {
      path: '/readyz',
      port: (server.address() as AddressInfo).port,
      initialDelaySeconds: 0,
      periodSeconds: 0.001,
      timeoutSeconds: 30,
      failureThreshold: 3,
      successThreshold: 1,
      ...plan,
    };
    const all: (readonly [boolean, number])[] = [];
    for await (const verdict of verdicts(probe, '127.0.0.1', over.signal)) {
      all.push([verdict.isGood, asked]);
      if (all.length === count) break;
    }
    return all;
  };

  it('is told by the first success, and by as many failures in a row as it wants', async () => {
    statuses = [503, 200, 503, 503, 200, 503, 503, 503, 302];
    expect(await told(3)).toEqual([
      [true, 2],
      [false, 8],
      [true, 9],
    ]);
  });

  it('has failed when nothing is answered in time', async () => {
    statuses = [0];
    expect(await told(1, { timeoutSeconds: 0.01, failureThreshold: 2 })).toEqual([[false, 2]]);
  });

  it('has failed when nobody listens', async () => {
    statuses = [200];
    expect(await told(1, { port: 1 })).toEqual([[false, 0]]);
  });
});
