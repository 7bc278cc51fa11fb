// The sources once more, in a folder of their own: for what changes them to see what comes of it.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDERS = ['contracts', 'services', 'gateway', 'deploy', 'test', 'scripts', 'docs'];
const FILES = [
  ...['package.json', 'jest.config.js', 'tsconfig.json', 'README.md'],
  ...['.gitignore', '.oxlintrc.json', '.oxfmtrc.json', '.dependency-cruiser.cjs'],
];

const isSource = (path) => !['node_modules', 'dist'].includes(basename(path));
const isThere = (path) => existsSync(path) && readdirSync(path).length > 0;

/** Installed packages are those that are there; the repository's own are those of the copy. */
const linkPackages = (copy) => {
  const installed = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@cairn'), { recursive: true });
  for (const name of readdirSync(installed))
    if (!/^[@.]cairn/.test(name)) symlinkSync(join(installed, name), join(copy, 'node_modules', name));
  for (const folder of FOLDERS)
    for (const name of ['', ...readdirSync(join(root, folder))]) {
      const own = join(folder, name, 'node_modules');
      if (name !== 'node_modules' && isThere(join(root, own))) symlinkSync(join(root, own), join(copy, own));
    }
};

/** Makes the packages of a copy known to each other, and those that came since: what `npm install` does. */
export const linkOwn = (copy) => {
  const scope = join(root, 'node_modules/@cairn');
  for (const name of readdirSync(scope)) {
    const at = join(copy, 'node_modules/@cairn', name);
    if (!existsSync(at)) symlinkSync(join(copy, realpathSync(join(scope, name)).slice(root.length)), at);
  }
  for (const name of readdirSync(join(copy, 'services'))) {
    const at = join(copy, 'node_modules/@cairn', name);
    if (!existsSync(at)) symlinkSync(join(copy, 'services', name), at);
  }
};

/** A copy of the sources beside the packages that are installed: where it is. Who asks for it removes it. */
export const copyOfSources = () => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-copy-')));
  for (const entry of [...FOLDERS, ...FILES])
    cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: isSource });
  linkPackages(copy);
  linkOwn(copy);
  return copy;
};
