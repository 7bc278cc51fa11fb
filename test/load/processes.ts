import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/topology.js';

const fromSource = ['--conditions=source', '--import', 'tsx'];

type Environment = Readonly<Record<string, string>>;

/** What it imports of Cairn as it is built: sources that are translated while they run are slower. */
const built = ['--import', 'tsx'];

const start = (
  script: string,
  args: readonly string[],
  environment: Environment = {},
  run: readonly string[] = fromSource,
): ChildProcess =>
  spawn(process.execPath, [...run, join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });

const firstLine = async (child: ChildProcess, script: string): Promise<string> => {
  if (child.stdout === null) throw new Error('its output is not read');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${script} ended before it said anything`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined);
  return line;
};

/** Runs a script that works by itself and ends with a line of JSON; a peer may print what it likes before. */
export const resultOf = <Result>(script: string, ...args: readonly string[]): Promise<Result> =>
  told(start(script, args), script);

/** The same with Cairn as it is built. */
export const builtResultOf = <Result>(script: string, ...args: readonly string[]): Promise<Result> =>
  told(start(script, args, {}, built), script);

const told = async <Result>(child: ChildProcess, script: string): Promise<Result> => {
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  const result = /^\{.*\}\s*$/m.exec(printed.trimEnd().split('\n').at(-1) ?? '')?.[0];
  if (result === undefined) throw new Error(`${script} told no result:\n${printed}`);
  return JSON.parse(result) as Result;
};

/** Runs a script that ends with `{"rate": …}`. */
export const rateOf = async (script: string, ...args: readonly string[]): Promise<number> => {
  const { rate } = await resultOf<{ readonly rate?: number }>(script, ...args);
  if (rate === undefined) throw new Error(`${script} told no rate`);
  return rate;
};

/** A peer that serves until it is ended. */
export interface Peer {
  readonly baseUrl: string;
  end(): Promise<void>;
}

/** Starts a script that prints its address when it is ready. */
export const startPeer = async (
  script: string,
  args: readonly string[] = [],
  environment: Environment = {},
): Promise<Peer> => {
  const child = start(script, args, environment);
  const baseUrl = await firstLine(child, script);
  return {
    baseUrl,
    end: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};

/** Memory of a process, bytes. */
export interface Memory {
  readonly now: number;
  /** The most that it has had. */
  readonly peak: number;
}

/** `undefined` where the system does not tell. */
export const memoryOf = (pid: number | undefined): Memory | undefined => {
  const status = `/proc/${pid}/status`;
  if (pid === undefined || !existsSync(status)) return undefined;
  const text = readFileSync(status, 'utf8');
  const bytesOf = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? Number.NaN) * 1024;
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
};
