import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartError } from './start-error.js';

/** What others of the machine may read, write or look into. */
const OTHERS = 0o077;
/** A folder that all users share, `/tmp` say. */
const SHARED = 0o1000;
const FOLDER = 0o700;
const FILE = 0o600;

const DATABASE = /^(?:log|views|registers|vault|journal|lock)\.db(?:-wal|-shm|-journal|\.damaged)?$/;
/** Folders of Cairn whose files are few enough to be looked at; those of `blobs` lie behind a folder that is closed. */
const LISTED = ['mail', 'logs'] as const;
const OURS: ReadonlySet<string> = new Set(['blobs', ...LISTED]);

/** What is known of a folder that a setting names. */
export interface FoundFolder {
  readonly path: string;
  readonly mode: number;
  /** Of its owner, and of who asks; `undefined` where there are no users. */
  readonly owner: number;
  readonly user: number | undefined;
  readonly names: readonly string[];
}

/** Why a folder that others may read cannot be made its owner's alone; `undefined` when it can. */
export const whyLeftOpen = ({ path, mode, owner, user, names }: FoundFolder): string | undefined => {
  const opened = `The data folder ${path} can be read by others (mode ${(mode & 0o7777).toString(8)})`;
  if ((mode & SHARED) !== 0) return `${opened} and is shared by all users: ${ANOTHER}`;
  if (user !== 0 && user !== owner)
    return `${opened} and belongs to another user: have that user run chmod 700 on it, or ${ANOTHER}`;
  const isOurs = names.length === 0 || names.some((name) => DATABASE.test(name));
  return isOurs ? undefined : `${opened} and holds what is not Cairn's: run chmod 700 on it, or ${ANOTHER}`;
};

const ANOTHER = 'choose a folder of its own, which Cairn makes, with CAIRN_DATA_DIR.';

/**
 * Makes the data folder its owner's alone, with the files of Cairn that stand in it: who made it, or an earlier version,
 * may have left it open. A file system without modes, and Windows, whose folders have other rights, are left as they are.
 * Throws `StartError` where others may read it and it is not Cairn's to close.
 */
export const makePrivate = (path: string): void => {
  if (process.platform === 'win32') return;
  const found = statSync(path);
  const names = readdirSync(path);
  if (isOpen(found)) close(path, found, names);
  for (const name of names) {
    if (DATABASE.test(name)) closeOwn(join(path, name), FILE);
    if (OURS.has(name)) closeOwn(join(path, name), FOLDER);
  }
  for (const folder of LISTED) if (names.includes(folder)) closeFilesIn(join(path, folder));
};

const isOpen = ({ mode }: Stats): boolean => (mode & OTHERS) !== 0;

const close = (path: string, { mode, uid: owner }: Stats, names: readonly string[]): void => {
  const refused = whyLeftOpen({ path, mode, owner, user: process.getuid?.(), names });
  if (refused !== undefined) throw new StartError(refused);
  if (changed(path, FOLDER) || owner === process.getuid?.()) return;
  throw new StartError(`The data folder ${path} can be read by others and cannot be closed: ${ANOTHER}`);
};

/** False where the file system keeps no modes, or nothing is there any more. */
const changed = (path: string, mode: number): boolean => {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (!UNCHANGED.has(codeOf(error))) throw error;
    return false;
  }
};
const UNCHANGED: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOENT']);

const closeFilesIn = (folder: string): void => {
  for (const name of readdirSync(folder)) closeOwn(join(folder, name), FILE);
};

/** Behind a folder that is closed: what cannot be changed there is no reason to end. A link is left: what it names is not ours to say. */
const closeOwn = (path: string, mode: number): void => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || !isOpen(found)) return;
  const user = process.getuid?.();
  if (user === 0 || user === found.uid) changed(path, mode);
};
