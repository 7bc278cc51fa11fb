import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadCommitted } from './compare.js';
import { examplesFolder } from './files.js';

/** Reads the files of a folder `contracts`. */
export const readFrom =
  (folder: string): ReadCommitted =>
  (path) =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;

/** The golden examples in a folder `contracts`. */
export const goldensIn = (folder: string): readonly string[] =>
  existsSync(join(folder, examplesFolder))
    ? readdirSync(join(folder, examplesFolder)).map((name) => `${examplesFolder}/${name}`)
    : [];
