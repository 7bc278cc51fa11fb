import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { ADMINISTRATOR, root } from '../running-cairn.js';
import { noteWaits } from './waits.js';

const READY = /^Cairn(?:'s \w+)? is ready(?: at|:) (.+)/m;
const METRICS = /^Metrics: (http:\/\/\S+)/m;

/** A compiled `main.js` of Cairn that a test runs, and runs again. It ends when the test's process is gone, however that ends. */
export class Program {
  #child: ChildProcess | undefined;
  #printed = '';
  #metricsUrl = '';

  constructor(private readonly main: string) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }
  printed(): string {
    return this.#printed;
  }

  /** Starts it, and answers what it said until it was ready. Throws what it said when it ended before. */
  async start(environment: Readonly<Record<string, string>>): Promise<string> {
    const child = fork(this.main, [], {
      cwd: root,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...systemVariables(), ...environment },
    });
    this.#child = child;
    const before = this.#printed.length;
    return new Promise((resolve, reject) => {
      let isReady = false;
      const heard = (chunk: Buffer): void => {
        this.#printed += chunk.toString();
        if (isReady) return;
        const said = this.#printed.slice(before);
        isReady = READY.test(said);
        if (!isReady) return;
        this.#metricsUrl = metricsIn(said);
        resolve(said);
      };
      child.stdout?.on('data', heard);
      child.stderr?.on('data', heard);
      child.once('exit', (code) =>
        reject(new Error(`it ended with ${String(code)} before it was ready:\n${this.#printed}`)),
      );
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    await noteWaits([this.#metricsUrl]);
    child.kill(signal);
    await gone;
    return child.exitCode;
  }
}

/** The addresses in the line that says that it is ready. */
export const addressesIn = (said: string): readonly string[] =>
  (READY.exec(said)?.[1] ?? '').split(' and ').map((address) => address.trim());

/** Where its metrics are, by what it said; empty when it serves none. */
export const metricsIn = (said: string): string => METRICS.exec(said)?.[1] ?? '';

/** Limits on logins, registrations and mails are lifted: the tests of the limits set them. */
export const NO_RATES = {
  CAIRN_RATE_LOGIN: '0',
  CAIRN_RATE_ANONYMOUS: '0',
  CAIRN_MAX_REGISTRATIONS_PER_DAY: '0',
  CAIRN_MAX_MAILS_PER_DAY: '0',
  CAIRN_MAX_MAILS_TO_ADDRESS_PER_DAY: '0',
} as const;

export const defaults = (folder: string, port: string): Record<string, string> => ({
  CAIRN_DATA_DIR: folder,
  CAIRN_PORT: port,
  CAIRN_METRICS_PORT: '0',
  CAIRN_ADMIN_EMAIL: ADMINISTRATOR.email,
  CAIRN_ADMIN_PASSWORD: ADMINISTRATOR.password,
  ...NO_RATES,
});

/** A program waits as long as its test does. */
const systemVariables = (): Record<string, string> => {
  const { PATH = '', CAIRN_PATIENCE = '' } = process.env;
  return { PATH, ...(CAIRN_PATIENCE === '' ? {} : { CAIRN_PATIENCE }) };
};
