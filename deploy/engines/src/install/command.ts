import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const TAIL_CHARACTERS = 4_000;

export interface CommandOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a program to its end and answers what it printed, both streams. Throws with the end of that when it fails. */
export const runCommand = async (
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> => (await run(command, args, options)).printed;

/** The same for programs whose output is read: what they say on stderr is no part of it. */
export const outputOf = async (
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> => (await run(command, args, options)).output;

const run = async (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<{ readonly printed: string; readonly output: string }> => {
  const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.environment } });
  const printed: string[] = [];
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  child.stdin.end(options.input);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return { printed: printed.join(''), output: output.join('') };
  const line = [command, ...args].join(' ');
  const tail = printed.join('').slice(-TAIL_CHARACTERS);
  throw new Error(`\`${line}\` ended with ${String(code ?? signal)}:\n${tail}`);
};

/** Whether a program is found in `PATH`. */
export const isOnPath = (command: string, path = process.env['PATH'] ?? ''): boolean =>
  path.split(delimiter).some((folder) => isExecutable(join(folder, command)));

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};
