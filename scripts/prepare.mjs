// Installs and builds when that is needed, and only then. Needs nothing beside Node and npm.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTold } from './told.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['contracts', 'services', 'gateway', 'deploy'];

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

const packagesIn = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Where npm notes what it has installed, whoever calls it. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Whether it is the same package, and there: npm notes what it was only told of, too. */
const isThere = (path, wanted, { version, integrity }) =>
  version === wanted.version && integrity === wanted.integrity && existsSync(join(root, path));

/** Whether every package of the lock file is installed; optional ones may be for another system. */
const isInstalled = () => {
  if (!existsSync(join(root, INSTALLED))) return false;
  const installed = packagesIn(INSTALLED);
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || found === undefined) return path === '' || wanted.optional === true;
    return isThere(path, wanted, found);
  });
};

/** `npm ci` when what is installed is not what the lock file says. */
export const install = async () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Cairn needs Node 24 or 26 (20.19 works, without security updates); this is ${process.version}.`,
    );
    process.exit(1);
  }
  if (isInstalled()) return;
  const what = 'Installing the packages that Cairn is made of (once; about a minute)';
  await runTold(what, 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], root);
};

/** Documents of the contract show lines of it. */
const README = join(root, 'README.md');

/** What `npm run build` does, when a source has changed. */
const build = async () => {
  const sources = SOURCES.flatMap((folder) => filesBelow(join(root, folder))).filter((file) =>
    /\.(ts|json)$/.test(file),
  );
  const stamp = stampOf([...sources, README]);
  const file = join(root, 'node_modules', '.cairn-built');
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  const steps = [
    ['Building (after changes only)', 'compile.mjs'],
    ['Writing the documents of the contract', 'products.mjs'],
  ];
  for (const [what, script] of steps)
    await runTold(what, process.execPath, [join(root, 'scripts', script)], root);
  writeFileSync(file, stamp);
};

/** Both. */
export const prepare = async () => {
  await install();
  await build();
};
