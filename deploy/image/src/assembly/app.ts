import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotAssemble } from './cannot-assemble.js';
import { copied, filesBelow, linked } from './copying.js';
import { manifestIn, type Package, packagesOf } from './packages.js';

/** The package whose program the image runs, and the one of what runs models, which has a lock of its own. */
const MAIN = 'deploy/image';
const NATIVE = 'services/models/native';
/** What is read by its path, beside what is compiled. */
const BESIDE = ['LICENSE', 'scripts/backup.mjs', 'scripts/restore.mjs'];
/** What a build makes last: without it, nothing is built or only the code is. */
const BUILT_LAST: Readonly<Record<string, string>> = { contracts: 'first-steps.json' };

const TYPES_AND_MAPS = /\.([cm]?ts|map|tsbuildinfo)$/;
/** Folders of our own that no process needs (asyncapi.json has the schemas), and those of other packages that are for who works on them. */
const UNNEEDED = /(^|\/)(testkit|testing|assembly|schemas)$/;
const FOR_AUTHORS = /^(tests?|specs?|__tests__|bench(marks?)?|examples?|\..+)$/;

/** What Cairn consists of: its own packages, compiled, and those of others that they need. Answers which. */
export const putApp = (root: string, app: string): readonly Package[] => {
  const native = packagesOf(root, NATIVE);
  const packages = [...packagesOf(root, MAIN), ...native];
  for (const one of packages) {
    if (isOwn(one)) putOwn(root, app, one);
    else putOther(root, app, one);
    if (one.foundAt !== one.folder) linked(join(app, one.foundAt), join(app, one.folder));
  }
  for (const file of BESIDE) copied(join(root, file), join(app, file));
  const { name, version, description, license } = manifestIn(root);
  writeJson(join(app, 'package.json'), { name, version, private: true, description, license });
  refuseWhatIsLeftOut(app, packages.filter(isOwn));
  return packages;
};

const isOwn = ({ folder }: Package): boolean => !folder.split('/').includes('node_modules');

const putOwn = (root: string, app: string, { folder, manifest }: Package): void => {
  const from = join(root, folder);
  copied(join(from, 'package.json'), join(app, folder, 'package.json'));
  if (folder === NATIVE) return;
  if (!existsSync(join(from, 'dist', BUILT_LAST[folder] ?? '')))
    throw new CannotAssemble(`${manifest.name} is not built: run npm run build.`);
  const compiled = filesBelow(join(from, 'dist'), (path) => !UNNEEDED.test(path)).filter(
    (file) => !TYPES_AND_MAPS.test(file) && basename(file) !== 'conformance.js',
  );
  for (const file of compiled) copied(join(from, 'dist', file), join(app, folder, 'dist', file));
};

/** As it is installed, without types and maps; what it brings along itself is a package of its own. */
const putOther = (root: string, app: string, { folder }: Package): void => {
  const from = join(root, folder);
  const isOfIt = (path: string): boolean => basename(path) !== 'node_modules' && !FOR_AUTHORS.test(path);
  for (const file of filesBelow(from, isOfIt))
    if (!TYPES_AND_MAPS.test(file)) copied(join(from, file), join(app, folder, file));
};

const IMPORTED = /\b(?:require|import)\(["'](\.[^"']+)["']\)/g;

/** A file that is not there would be missed by the first who needs it: here it is missed now. */
const refuseWhatIsLeftOut = (app: string, own: readonly Package[]): void => {
  for (const folder of own.map((one) => join(app, one.folder)))
    for (const file of filesBelow(folder, (path) => basename(path) !== 'node_modules'))
      for (const [, path = ''] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED))
        if (!existsSync(join(dirname(join(folder, file)), path)))
          throw new CannotAssemble(`${file} imports ${path}, which the image leaves out.`);
};

export const writeJson = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
};
