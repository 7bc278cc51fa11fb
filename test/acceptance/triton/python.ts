import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '2.73.0';
const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
const home = join(cache, 'cairn/peers', `tritonclient-${VERSION}`);
const python = join(home, 'bin/python3');
const installed = join(home, 'installed');

const run = promisify(execFile);
const INSTALL_MS = 300_000;

/** Installs Triton's client from PyPI beside other peers, once. Throws with its name where that cannot be had. */
export const installTritonClient = async (): Promise<void> => {
  if (existsSync(installed)) return;
  try {
    await run('python3', ['-m', 'venv', '--clear', home], { timeout: INSTALL_MS });
    const wanted = `tritonclient[http]==${VERSION}`;
    await run(python, ['-m', 'pip', 'install', '--quiet', wanted], { timeout: INSTALL_MS });
    await run(python, ['-c', `open(${JSON.stringify(installed)}, 'w')`]);
  } catch (error) {
    throw new Error(`tritonclient[http] ${VERSION} of PyPI cannot be installed here: ${String(error)}`, {
      cause: error,
    });
  }
};

/** What the program of a client prints, as JSON. */
export const tritonClient = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await run(python, [join(__dirname, 'client.py'), ...args], { timeout: INSTALL_MS });
  return JSON.parse(stdout) as Record<string, unknown>;
};
