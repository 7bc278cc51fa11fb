import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@cairn/client';

export const root = join(__dirname, '../..');
export const ADMINISTRATOR = { email: 'admin@cairn.test', password: 'correct horse battery' } as const;

/** A Cairn that runs in processes of its own; only its public interface is used. */
export interface RunningCairn {
  readonly baseUrl: string;
  readonly metricsUrl: string;
  /** Folder of its data: for tests that look at the files. */
  readonly folder: string;
  /** Of the process that serves; `undefined` while there is none. */
  readonly pid: number | undefined;
  /** What it printed so far, both streams. */
  printed(): string;
  client(token?: string): Client;
  /** Sends a signal to the process and waits until it is gone; answers its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data and the same port. */
  again(environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** A way of running Cairn. Every story, contract, security and fault test takes one. */
export interface Topology {
  readonly name: string;
  start(environment?: Readonly<Record<string, string>>): Promise<RunningCairn>;
}

const READY = /Cairn is ready at (https?:\/\/\S+)/;
const METRICS = /Metrics: (http:\/\/\S+)/;

/** All of Cairn in one process, as `npm start` runs it. */
export const oneMachine: Topology = {
  name: 'one machine',
  start: async (environment = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-black-box-'));
    const cairn = new OneMachine(folder, environment);
    await cairn.again();
    return cairn;
  },
};

/** A port that nothing listens on: for tests that must know it beforehand. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

export const topologies: readonly Topology[] = [oneMachine];

class OneMachine implements RunningCairn {
  #child: ChildProcess | undefined;
  #printed = '';
  baseUrl = '';
  metricsUrl = '';

  constructor(
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  printed(): string {
    return this.#printed;
  }

  client(token?: string): Client {
    return createClient(token === undefined ? { baseUrl: this.baseUrl } : { baseUrl: this.baseUrl, token });
  }

  async again(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const port = this.baseUrl === '' ? (this.environment['CAIRN_PORT'] ?? '0') : new URL(this.baseUrl).port;
    const child = spawn(process.execPath, [join(root, 'deploy/one-machine/dist/main.js')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        ...defaults(this.folder, port),
        ...this.environment,
        ...environment,
      },
    });
    this.#child = child;
    await this.#ready(child);
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
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

  #ready(child: ChildProcess): Promise<void> {
    const printedBefore = this.#printed.length;
    return new Promise((resolve, reject) => {
      const heard = (chunk: Buffer): void => {
        this.#printed += chunk.toString();
        const said = this.#printed.slice(printedBefore);
        const ready = READY.exec(said);
        if (ready?.[1] === undefined) return;
        this.baseUrl = this.#address(ready[1]);
        this.metricsUrl = METRICS.exec(said)?.[1] ?? '';
        resolve();
      };
      child.stdout?.on('data', heard);
      child.stderr?.on('data', heard);
      child.once('exit', (code) =>
        reject(new Error(`it ended with ${String(code)} before it was ready:\n${this.#printed}`)),
      );
    });
  }
}

/** Limits on logins are lifted: the tests of the limits set them. */
const defaults = (folder: string, port: string): Record<string, string> => ({
  CAIRN_DATA_DIR: folder,
  CAIRN_PORT: port,
  CAIRN_METRICS_PORT: '0',
  CAIRN_ADMIN_EMAIL: ADMINISTRATOR.email,
  CAIRN_ADMIN_PASSWORD: ADMINISTRATOR.password,
  CAIRN_RATE_LOGIN: '0',
  CAIRN_RATE_ANONYMOUS: '0',
});
