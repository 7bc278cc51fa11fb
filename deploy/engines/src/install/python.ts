import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;

const run = promisify(execFile);
const INSTALL_MS = 600_000;
const RUN_MS = 300_000;
const MOST_BYTES = 64_000_000;

interface Within {
  readonly variables?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Python with packages of PyPI. */
export interface Python {
  /** What a program prints. Throws with what it says when it fails. */
  run(program: string, args: readonly string[], within?: Within): Promise<string>;
  /** The same, read as JSON. */
  printed(program: string, ...args: readonly string[]): Promise<unknown>;
}

/** Installs packages (`name==version`) from PyPI beside other peers, once. Throws with their names where they cannot be had. */
export const pythonWith = async (name: string, packages: readonly string[]): Promise<Python> => {
  const which = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
  const home = join(cache, 'cairn/peers', `${name}-${which}`);
  const python = join(home, 'bin/python3');
  const installed = join(home, 'installed');
  try {
    if (!existsSync(installed)) {
      await run('python3', ['-m', 'venv', '--clear', home], { timeout: INSTALL_MS });
      await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_MS });
      writeFileSync(installed, packages.join('\n'));
    }
  } catch (error) {
    throw new Error(`${packages.join(', ')} of PyPI cannot be installed here: ${String(error)}`, {
      cause: error,
    });
  }
  const printedBy: Python['run'] = async (program, args, { variables, cwd } = {}) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables };
    const options = { timeout: RUN_MS, env, maxBuffer: MOST_BYTES, ...(cwd === undefined ? {} : { cwd }) };
    const { stdout } = await run(python, [program, ...args], options);
    return stdout;
  };
  return {
    run: printedBy,
    printed: async (program, ...args) => JSON.parse(await printedBy(program, args)) as unknown,
  };
};
