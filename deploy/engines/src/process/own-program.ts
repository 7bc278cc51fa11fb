import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Command } from './engine-process.js';

/** This package: the folder above `src` or `dist`. */
const PACKAGE = join(__dirname, '../..');

/**
 * Runs `<name>/main` of this package with Node: what was compiled when it is there and not older than its sources (it
 * starts half a second sooner), else the sources themselves.
 */
export const ownProgram = (
  name: string,
  packageFolder = PACKAGE,
): Pick<Command, 'command' | 'args' | 'cwd'> => {
  const from = join(packageFolder, 'src', name);
  const to = join(packageFolder, 'dist', name);
  const args = isCompiled(from, to)
    ? [join(to, 'main.js')]
    : ['--conditions=source', '--import', 'tsx', join(from, 'main.ts')];
  return { command: process.execPath, args, cwd: packageFolder };
};

/** Where there are no sources, what was compiled is all there is. */
const isCompiled = (from: string, to: string): boolean => {
  if (!existsSync(join(to, 'main.js'))) return false;
  return !existsSync(from) || sourcesBelow(from).every((file) => isNotOlder(from, to, file));
};

const isNotOlder = (from: string, to: string, source: string): boolean => {
  const compiled = join(to, relative(from, source)).replace(/\.ts$/, '.js');
  return existsSync(compiled) && statSync(compiled).mtimeMs >= statSync(source).mtimeMs;
};

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts') ? [path] : [];
  });
