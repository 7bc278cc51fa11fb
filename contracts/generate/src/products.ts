import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, schemasFolder } from './files.js';
import { textOf } from './json.js';

const DIST = join(__dirname, '..', '..', 'dist');

/** Writes the documents and schemas of the contract beside its compiled code, where Cairn reads them. */
export const writeProducts = (folder = DIST, files = generatedFiles()): void => {
  rmSync(join(folder, schemasFolder), { recursive: true, force: true });
  mkdirSync(join(folder, schemasFolder), { recursive: true });
  for (const { path, content, kind } of files)
    if (kind !== 'golden') writeFileSync(join(folder, path), textOf(content));
};
