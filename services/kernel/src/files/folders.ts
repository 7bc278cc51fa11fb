import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, for their owner alone. Throws the error of the system. Node's own
 * `recursive` tries for ever where a folder is there and takes none (`/proc`).
 */
export const makeFolders = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const above = dirname(folder);
    if (above === folder || statSync(above, { throwIfNoEntry: false }) !== undefined) throw error;
    makeFolders(above);
    mkdirSync(folder, { mode: 0o700 });
  }
};
