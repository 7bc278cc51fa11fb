import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import { alone, root, type Variables } from '../running-cairn.js';
import { ClusterInside } from './cluster-inside.js';
import { enginesIn } from './engines-in.js';
import { inTurn } from './in-turn.js';
import type { ClusterProcess, ClusterTopology, Ended, Engines, RunningCluster } from './running-cluster.js';

import { variablesOf } from './more-processes.js';
import { addressesIn, defaults, Program } from './program.js';
import { sharedCluster } from './shared-cluster.js';
import { noteWaits } from './waits.js';

export type * from './running-cluster.js';

/** Two gateways, two of each service and a relay on engines of their own, as `npm run start:cluster` runs them. */
export const cluster: ClusterTopology = {
  name: 'cluster',
  start: async (environment = {}, through = async () => ({})) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-cluster-'));
    const engines = await enginesIn(folder);
    const cairn = new Cluster(folder, engines, {
      ...variablesOf(engines),
      ...(await through(engines)),
      ...environment,
    });
    try {
      await cairn.again();
    } catch (error) {
      await cairn.remove();
      throw error;
    }
    return cairn;
  },
  shared: async (settings) => (await sharedCluster(settings)) ?? alone(await cluster.start(settings)),
};

class Cluster implements RunningCluster {
  readonly #program = new Program(join(root, 'deploy/cluster/dist/main.js'));
  readonly inside: ClusterInside;
  gateways: readonly string[] = [];
  metricsUrl = '';
  readonly #clients = inTurn(() => this.gateways);

  constructor(
    readonly folder: string,
    readonly engines: Engines,
    private readonly environment: Variables,
  ) {
    this.inside = new ClusterInside(engines, folder);
  }

  get baseUrl(): string {
    return this.gateways[0] ?? '';
  }
  get pid(): number | undefined {
    return this.#program.pid;
  }
  printed(): string {
    return this.#program.printed();
  }

  client(token?: string): Client {
    return this.#clients(token);
  }

  async again(environment: Variables = {}): Promise<void> {
    const port = this.baseUrl === '' ? (this.environment['CAIRN_PORT'] ?? '0') : new URL(this.baseUrl).port;
    const said = await this.#program.start({
      ...defaults(this.folder, port),
      ...this.environment,
      ...environment,
    });
    this.gateways = addressesIn(said);
    this.metricsUrl = this.processes().find(({ name }) => name === 'gateway-1')?.metricsUrl ?? '';
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const all = this.processes();
    await noteWaits(all.map(({ metricsUrl }) => metricsUrl ?? ''));
    if (signal !== 'SIGKILL') return this.#program.end(signal);
    const ended = this.#program.end('SIGKILL');
    for (const { pid } of all) signalled(pid, 'SIGKILL');
    await Promise.all(all.map(({ pid }) => gone(pid)));
    return ended;
  }

  processes(): readonly ClusterProcess[] {
    const file = join(this.folder, 'cluster', 'processes.json');
    if (!existsSync(file)) return [];
    return (JSON.parse(readFileSync(file, 'utf8')) as { processes: readonly ClusterProcess[] }).processes;
  }

  async kill(name: string): Promise<void> {
    await this.#replaced(name, 'SIGKILL');
  }
  scavenge(): Promise<void> {
    return this.inside.scavenge();
  }
  restart(name: string): Promise<Ended> {
    return this.#replaced(name, 'SIGTERM');
  }

  async #replaced(name: string, signal: NodeJS.Signals): Promise<Ended> {
    const { pid } = this.#named(name);
    const toldAt = performance.now();
    signalled(pid, signal);
    await gone(pid);
    const ms = performance.now() - toldAt;
    while (this.#named(name).pid === pid || !this.#named(name).ready) await pause(10);
    return { code: this.#named(name).endedWith, ms };
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await Promise.all(Object.values(this.engines).map((engine) => engine.stop()));
    await this.inside.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #named(name: string): ClusterProcess {
    const found = this.processes().find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no process ${name}`);
    return found;
  }
}

/** Whether there was such a process. */
const signalled = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};

const gone = async (pid: number): Promise<void> => {
  while (signalled(pid, 0)) await pause(5);
};
