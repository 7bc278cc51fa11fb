import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
const RUN_MS = 300_000;
const MOST_PRINTED_BYTES = 64 * 1024 * 1024;

/** A Python with packages of PyPI. */
export interface Python {
  /** What a program prints, as JSON. */
  readonly printed: (...args: readonly string[]) => Promise<unknown>;
}

/**
 * Installs packages of PyPI (`tokenizers==0.23.3`) in a virtual environment that is called `name`, beside other peers, once.
 * Throws with the names of the packages where they cannot be had.
 */
export const pythonWith = async (name: string, packages: readonly string[]): Promise<Python> => {
  const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  const home = join(cache, 'cairn/peers', name);
  const [python, installed] = [join(home, 'bin/python3'), join(home, 'installed')];
  if (!existsSync(installed)) {
    try {
      await run('python3', ['-m', 'venv', '--clear', home], { timeout: INSTALL_MS });
      await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_MS });
      await run(python, ['-c', `open(${JSON.stringify(installed)}, 'w')`]);
    } catch (error) {
      throw new Error(`${packages.join(', ')} of PyPI cannot be installed here: ${String(error)}`, {
        cause: error,
      });
    }
  }
  return {
    printed: async (...args) => {
      const { stdout } = await run(python, ['-B', ...args], {
        timeout: RUN_MS,
        maxBuffer: MOST_PRINTED_BYTES,
      });
      return JSON.parse(stdout) as unknown;
    },
  };
};
