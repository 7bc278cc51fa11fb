import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadCommitted } from './compare.js';
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
