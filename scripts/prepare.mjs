// Installs and builds when that is needed, and only then. Needs nothing beside Node and npm.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['contracts', 'services', 'gateway', 'deploy'];

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`\`${command} ${args.join(' ')}\` failed.`);
    process.exit(1);
  }
};

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const stampOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex');
};

const once = (name, stamp, work) => {
  const file = join(root, 'node_modules', `.cairn-${name}`);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  work();
  writeFileSync(file, stamp);
};

/** `npm ci` when the lock file is not the one that was installed. */
export const install = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Cairn needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  once('installed', lock, () => {
    console.error('Installing (once; about a minute) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
};

/** `tsc -b` when a source has changed. */
export const build = () => {
  const sources = SOURCES.flatMap((folder) => filesBelow(join(root, folder))).filter((file) =>
    /\.(ts|json)$/.test(file),
  );
  once('built', stampOf(sources), () => {
    console.error('Building …');
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']);
  });
};
