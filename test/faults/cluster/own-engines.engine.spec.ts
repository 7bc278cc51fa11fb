import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cairn/client';
import { somebody } from '../../support/people.js';
import { root } from '../../support/topology.js';
import type { ClusterProcess } from '../../support/topologies/cluster.js';
import { addressesIn, defaults, Program } from '../../support/topologies/program.js';

/** An engine of `npm run start:cluster` as `processes.json` tells it. */
interface OwnEngine {
  readonly name: string;
  readonly product: string;
  readonly url: string;
  readonly pid: number;
  readonly ready: boolean;
  readonly endedWith?: number | string;
}

interface Running {
  readonly engines: readonly OwnEngine[];
  readonly processes: readonly ClusterProcess[];
}

const MAIN = join(root, 'deploy/cluster/dist/main.js');

jest.setTimeout(300_000);

describe('a cluster that starts its engines itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-own-engines-'));
  const program = new Program(MAIN);
  const environment = defaults(folder, '0');
  let gateways: readonly string[];
  const start = async (): Promise<void> => void (gateways = addressesIn(await program.start(environment)));
  beforeAll(start);
  afterAll(async () => {
    await program.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const running = (): Running =>
    JSON.parse(readFileSync(join(folder, 'cluster/processes.json'), 'utf8')) as Running;
  const engine = (name: string): OwnEngine => running().engines.find((one) => one.name === name)!;
  const addresses = () => ({
    gateways,
    engines: running().engines.map(({ name, url }) => [name, url]),
    processes: running().processes.map(({ name, url, metricsUrl }) => [name, url, metricsUrl]),
  });
  const cairn = () => ({ client: (token?: string) => createClient({ baseUrl: gateways[0] ?? '', token }) });

  it('refuses a second start on its folder in one sentence, and goes on itself', async () => {
    const second = new Program(MAIN);
    await expect(second.start(environment)).rejects.toThrow(
      /^it ended with 1 before it was ready:\nThe data folder \S+cluster is in use by another process of Cairn: .+ CAIRN_DATA_DIR\.\n$/,
    );
    expect((await fetch(`${gateways[0]}/readyz`)).status).toBe(200);
  });

  it('says at once that an engine ended, and starts it again on the same data and address', async () => {
    const { client } = await somebody(cairn());
    const before = engine('mongodb');
    process.kill(before.pid, 'SIGKILL');
    while (engine('mongodb').pid === before.pid || !engine('mongodb').ready) await pause(20);
    expect(engine('mongodb')).toMatchObject({ url: before.url, endedWith: 'SIGKILL' });
    expect(program.printed()).toContain(`${before.product} ended with SIGKILL; it is started again.\n`);
    expect(program.printed()).toContain(`${before.product} runs again.\n`);
    const made = async (): Promise<number> =>
      (await client.try('createDataset', { body: { name: 'after it' } })).status;
    while ((await made()) !== 201) await pause(100);
  });

  it('has the same addresses at its next start', async () => {
    const before = addresses();
    expect(await program.end('SIGTERM')).toBe(0);
    expect(program.printed()).toContain('Cairn has stopped.\n');
    await start();
    expect(addresses()).toEqual(before);
  });
});
