import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolders } from '../files/folders.js';
import { LockHeld, takeExclusiveLock } from '../sqlite/index.js';
import { asStartError } from './embedded-files.js';
import { makePrivate } from './private-folder.js';
import { codeOf, StartError } from './start-error.js';

/** The files of one machine, held by this process alone until it ends, however it ends. */
export interface DataFolder {
  readonly path: string;
  file(name: string): string;
  release(): void;
}

/**
 * Makes and takes the folder, which is its owner's alone then. Throws `StartError` when it cannot be written, others may
 * read it and it cannot be closed, or another process holds it.
 */
export const takeDataFolder = (folder: string): DataFolder => {
  const path = usableFolder('data folder', folder, 'CAIRN_DATA_DIR');
  makePrivate(path);
  return { path, file: (name) => join(path, name), release: lockOf(path) };
};

/** Makes a folder that a setting names when it is not there; answers its path. Throws `StartError` when it cannot be written. */
export const usableFolder = (what: string, folder: string, setting: string): string => {
  const path = resolve(folder);
  try {
    makeFolders(path);
    accessSync(path, constants.W_OK | constants.R_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The ${what} ${path} cannot be written (${codeOf(error)}): choose another with ${setting}.`,
    );
  }
  return path;
};

const lockOf = (path: string): (() => void) => {
  try {
    return takeExclusiveLock(join(path, 'lock.db'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw asStartError(join(path, 'lock.db'), error);
    throw new StartError(
      `The data folder ${path} is in use by another process of Cairn: stop it, or choose another folder with CAIRN_DATA_DIR.`,
    );
  }
};
