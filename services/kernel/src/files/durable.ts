import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes the names in a folder durable: a new, renamed or removed file survives a power cut only after this.
 * Windows cannot open a folder and keeps names in order by itself.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a folder and those above it that are missing, durably. */
export const makeFolder = async (folder: string): Promise<void> => {
  const whole = resolve(folder);
  const first = await mkdir(whole, { recursive: true });
  if (first === undefined) return;
  for (let made = whole; made.length >= resolve(first).length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
};

/** How the names of files end that `replaceFile` has under way; a crash leaves them to whoever opens the folder next. */
export const UNFINISHED = '.part';

/** Writes a whole file durably: after a crash at any moment the name holds the old bytes or the new, never a part. */
export const replaceFile = async (path: string, content: Uint8Array): Promise<void> => {
  const temporary = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
};

/** Whether a file system call failed because there is nothing of that name. By its shape: a class may come from another realm. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
