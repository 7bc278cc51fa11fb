import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CannotAssemble } from './cannot-assemble.js';

/** What is read of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  /** As it was told before `license`. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package that the image needs. */
export interface Package {
  readonly manifest: Manifest;
  /** Where it really is, relative to the checkout. */
  readonly folder: string;
  /** Where Node finds it, relative to the checkout: of a workspace, a link to its folder. */
  readonly foundAt: string;
  /** Folders of those that it needs itself. */
  readonly needs: readonly string[];
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The package in `first` and all that it needs at run time, found as Node finds them, in the order of their folders. */
export const packagesOf = (root: string, first: string): readonly Package[] => {
  const found = new Map<string, Package>();
  const visit = (foundAt: string): string => {
    const folder = relative(root, realpathSync(join(root, foundAt)));
    if (found.has(folder)) return folder;
    const manifest = manifestIn(join(root, folder));
    const needs: string[] = [];
    found.set(folder, { manifest, folder, foundAt, needs });
    for (const at of neededBy(root, folder, manifest)) needs.push(visit(at));
    return folder;
  };
  visit(first);
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
};

const neededBy = (root: string, folder: string, manifest: Manifest): readonly string[] => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => {
    const at = placeOf(root, folder, name);
    if (at === undefined && name in dependencies && !(name in optionalDependencies))
      throw new CannotAssemble(`${manifest.name} needs ${name}, which is not installed: run npm ci.`);
    return at ?? [];
  });
};

/** In the nearest `node_modules` of a folder and those above, up to the checkout. */
const placeOf = (root: string, folder: string, name: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (at === '.') return undefined;
  }
};
