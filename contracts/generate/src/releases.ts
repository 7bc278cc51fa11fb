import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadCommitted, Release } from './compare.js';
import { examplesFolder, schemasFolder } from './files.js';

/** Reads the files of a folder `contracts`. */
export const readFrom =
  (folder: string): ReadCommitted =>
  (path) =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;

/** The schemas and examples in a folder `contracts`. */
export const promisedIn = (folder: string): readonly string[] =>
  [schemasFolder, examplesFolder]
    .filter((each) => existsSync(join(folder, each)))
    .flatMap((each) =>
      readdirSync(join(folder, each), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${each}/${entry.name}`),
    );

/** Another folder `contracts` as a release. */
export const releaseIn = (folder: string): Release => ({
  name: folder,
  paths: promisedIn(folder),
  read: readFrom(folder),
});

/** The contract as a commit, a tag or a branch of the repository around `folder` has it. Throws when there is none. */
export const releaseAt = (folder: string, ref: string): Release => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const paths = git('ls-tree', '-r', '--name-only', ref, '--', schemasFolder).split('\n').filter(Boolean);
  const known = new Set(paths);
  return {
    name: ref,
    paths,
    read: (path) => (known.has(path) ? git('show', `${ref}:./${path}`) : undefined),
  };
};

/** The tags of releases, `v1.2.0`; none outside a repository. */
export const releaseTags = (folder: string): readonly string[] => {
  if (!existsSync(join(folder, '..', '.git'))) return [];
  const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*'], { cwd: folder, encoding: 'utf8' });
  return tags.split('\n').filter(Boolean);
};
