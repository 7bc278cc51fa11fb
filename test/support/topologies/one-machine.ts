import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@cairn/client';
import { alone, type RunningCairn, root, type Topology } from '../running-cairn.js';
import { addressesIn, defaults, metricsIn, Program } from './program.js';
import { OneMachineInside } from './one-machine-inside.js';

/** All of Cairn in one process, as `npm start` runs it. */
export const oneMachine: Topology = {
  name: 'one machine',
  start: async (environment = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-black-box-'));
    const cairn = new OneMachine(folder, environment);
    await cairn.again();
    return cairn;
  },
  shared: async (settings) => alone(await oneMachine.start(settings)),
};

class OneMachine implements RunningCairn {
  readonly #program = new Program(join(root, 'deploy/one-machine/dist/main.js'));
  readonly inside: OneMachineInside;
  baseUrl = '';
  metricsUrl = '';

  constructor(
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.inside = new OneMachineInside(folder);
  }

  get pid(): number | undefined {
    return this.#program.pid;
  }
  get gateways(): readonly string[] {
    return [this.baseUrl];
  }
  printed(): string {
    return this.#program.printed();
  }

  client(token?: string): Client {
    return createClient(token === undefined ? { baseUrl: this.baseUrl } : { baseUrl: this.baseUrl, token });
  }

  async again(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const port = this.baseUrl === '' ? (this.environment['CAIRN_PORT'] ?? '0') : new URL(this.baseUrl).port;
    const said = await this.#program.start({
      ...defaults(this.folder, port),
      ...this.environment,
      ...environment,
    });
    this.baseUrl = this.#address(addressesIn(said)[0] ?? '');
    this.metricsUrl = metricsIn(said);
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    return this.#program.end(signal);
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Where it listens: it prints its base URL, which may be another's in front of it. */
  #address(printed: string): string {
    const { CAIRN_BASE_URL: base, CAIRN_PORT: port } = this.environment;
    return base === undefined ? printed : `http://127.0.0.1:${port ?? '8080'}`;
  }
}
