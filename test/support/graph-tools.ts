/** What other tools read in graph files, by the programs beside the corpus. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Python, pythonWith } from '@cairn/engines';
import { root } from './running-cairn.js';

const OF_NPM = [
  'graphology@0.26.0',
  'graphology-gexf@0.13.2',
  'graphology-graphml@0.5.2',
  'cytoscape@3.35.0',
];
const PROGRAMS = join(root, 'services/graphs/src/formats/testing/corpus/make');
const INSTALL_MS = 600_000;
const MOST_BYTES = 64_000_000;
const run = promisify(execFile);

/** Python with the graph libraries of PyPI. Throws with their names where they cannot be had. */
export const pythonOfGraphs = (): Promise<Python> =>
  pythonWith('graph-tools', ['networkx==3.6.1', 'igraph==1.0.0']);

export interface ToolFile {
  readonly path: string;
  /** What the tools call it. */
  readonly format: string;
}

type Attributes = Readonly<Record<string, unknown>>;
/** What a tool read in a file. */
export interface ToolReading {
  readonly tool: string;
  readonly path: string;
  /** Its own words, where it could not. */
  readonly error?: string;
  /** Absent or `null` where the tool does not know. */
  readonly directed?: boolean | null;
  readonly nodes?: Readonly<Record<string, Attributes>>;
  readonly edges?: readonly (readonly [from: string, to: string, Attributes])[];
}

/** Throws with the names of what cannot be installed. `list`: where the files are named to the programs. */
export const readByTools = async (
  files: readonly ToolFile[],
  list: string,
): Promise<readonly ToolReading[]> => {
  const python = await pythonOfGraphs();
  const modules = await modulesOfNpm();
  writeFileSync(list, JSON.stringify(files));
  const byPython = await python.printed(join(PROGRAMS, 'read.py'), list);
  const { stdout } = await run(process.execPath, [join(PROGRAMS, 'read.mjs'), list], {
    env: { ...process.env, NODE_PATH: modules },
    maxBuffer: MOST_BYTES,
  });
  // Both programs print such lists.
  return [...(byPython as readonly ToolReading[]), ...(JSON.parse(stdout) as readonly ToolReading[])];
};

/** Installed once, beside other peers. */
const modulesOfNpm = async (): Promise<string> => {
  const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  const which = createHash('sha256').update(OF_NPM.join()).digest('hex').slice(0, 8);
  const home = join(cache, 'cairn/peers', `graph-tools-npm-${which}`);
  const installed = join(home, 'installed');
  try {
    if (!existsSync(installed)) {
      await run('npm', ['install', '--prefix', home, ...OF_NPM], { timeout: INSTALL_MS });
      writeFileSync(installed, OF_NPM.join('\n'));
    }
  } catch (error) {
    throw new Error(`${OF_NPM.join(', ')} of npm cannot be installed here: ${String(error)}`, {
      cause: error,
    });
  }
  return join(home, 'node_modules');
};
