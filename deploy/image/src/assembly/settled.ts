import { chmodSync, lchownSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, USER_ID } from './image.js';

const IS_ROOT = process.getuid?.() === 0;
const PROGRAM = 0o755;
const FILE = 0o644;
const OF_THE_USER = new Map([
  [DATA, { mode: 0o700, owner: USER_ID }],
  ['/tmp', { mode: 0o1777, owner: 0 }],
]);

/**
 * Everything is root's, and nobody else writes it, but for what is the user's; its time is that of the sources. Owners are
 * given where this process is root: where it is not, whoever packs the tree gives them.
 */
export const settle = (rootfs: string, seconds: number, within = '/'): void => {
  const path = join(rootfs, within);
  const there = lstatSync(path);
  if (there.isDirectory()) for (const name of readdirSync(path)) settle(rootfs, seconds, join(within, name));
  const { owner, mode } = OF_THE_USER.get(within) ?? {
    owner: 0,
    mode: modeOf(there.isDirectory(), there.mode, within),
  };
  if (IS_ROOT) lchownSync(path, owner, owner);
  if (!there.isSymbolicLink()) chmodSync(path, mode);
  lutimesSync(path, seconds, seconds);
};

/** Only what the system itself runs is a program. */
const modeOf = (isFolder: boolean, mode: number, within: string): number =>
  isFolder || (within.startsWith('/usr/') && (mode & 0o100) !== 0) ? PROGRAM : FILE;
