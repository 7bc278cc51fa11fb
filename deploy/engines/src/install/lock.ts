import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from './has-code.js';

const LOOK_AGAIN_MS = 250;

export interface LockOptions {
  /** Called once with the owner's pid before waiting for it; may throw instead. */
  readonly waiting: (owner: number) => void;
  /** No work takes as long: the pid in an older lock is another process by now. */
  readonly longestMs: number;
}

/**
 * Does `work` while no other process that asks for the same `file` does. The file holds the pid of its owner; the lock
 * of a process that is gone is taken over.
 */
export const withLock = async <T>(
  file: string,
  work: () => Promise<T>,
  { waiting, longestMs }: LockOptions,
): Promise<T> => {
  await mkdir(dirname(file), { recursive: true });
  let told = false;
  while (!(await acquire(file))) {
    const owner = await ownerOf(file, longestMs);
    if (owner === undefined) continue;
    if (!told) waiting(owner);
    told = true;
    await wait(LOOK_AGAIN_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
};

/** The lock appears with its content or not at all: a link is made to a file that is complete. */
const acquire = async (file: string): Promise<boolean> => {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(own);
  }
};

/**
 * The process that holds the lock; `undefined` when it is free, also because it was stale and is cleared away. Two that
 * clear one lock away at once may both go on: they would only do the same work twice.
 */
const ownerOf = async (file: string, longestMs: number): Promise<number | undefined> => {
  try {
    const pid = Number(await readFile(file, 'utf8'));
    const { mtimeMs } = await stat(file);
    if (isRunning(pid) && Date.now() - mtimeMs < longestMs) return pid;
    const stale = `${file}.${randomUUID()}`;
    await rename(file, stale);
    await rm(stale);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  return undefined;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};
