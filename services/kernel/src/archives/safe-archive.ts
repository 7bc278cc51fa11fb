import type { Entry as ZipEntry } from 'yauzl';
import { validateFileName } from 'yauzl';

/** The archive holds something that is refused (security, S26): 422 `archive_unsafe`. */
export class ArchiveUnsafe extends Error {
  override readonly name = 'ArchiveUnsafe';
}

/** What an archive may be at most (SPEC-limits). */
export interface ArchiveLimits {
  readonly entries: number;
  /** Of one name: what a path may have on Linux. */
  readonly nameBytes: number;
  /** Of all names together, for they are kept while the archive is read. */
  readonly namesBytes: number;
  /** Of all entries, unpacked. */
  readonly bytes: number;
  /** Unpacked to packed, of the whole archive. */
  readonly ratio: number;
}

export const archiveLimits: ArchiveLimits = {
  entries: 1_000_000,
  nameBytes: 4096,
  namesBytes: 64 * 1024 ** 2,
  bytes: 20 * 1024 ** 3,
  ratio: 100,
};

/** So much unpacked is harmless whatever it was packed into. */
export const HARMLESS_BYTES = 4 * 1024 * 1024;
const KINDS = 0o170000;
const FILE = 0o100000;
const FOLDER = 0o040000;
const MADE_BY_UNIX = 3;

/** Why an entry is refused, `undefined` when it is not. */
export const entryRefused = (entry: ZipEntry, fileName: string): string | undefined => {
  const refused = nameRefused(fileName);
  if (refused !== undefined) return refused;
  if (isSpecial(entry)) return `${shown(fileName)} is a link or a device`;
  if (entry.isEncrypted()) return `${shown(fileName)} is encrypted`;
  return [STORED, DEFLATED].includes(entry.compressionMethod)
    ? undefined
    : `${shown(fileName)} is packed by a method that is not read here`;
};

const STORED = 0;
export const DEFLATED = 8;

const isSpecial = ({ versionMadeBy, externalFileAttributes }: ZipEntry): boolean => {
  const kind = versionMadeBy >> 8 === MADE_BY_UNIX ? (externalFileAttributes >>> 16) & KINDS : 0;
  return ![0, FILE, FOLDER].includes(kind);
};

const nameRefused = (name: string): string | undefined => {
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'a name holds control characters';
  if (name.includes('\\')) return `${shown(name)} has a backslash in its path`;
  return validateFileName(name) === null ? undefined : `${shown(name)} leads out of the archive`;
};

/** Whether an archive holds, or says that it holds, more entries than it may. */
export const entriesRefused = (entries: number, limits: ArchiveLimits): string | undefined =>
  entries > limits.entries ? `the archive has more than ${limits.entries} entries` : undefined;

/** What was read of the directory so far. */
export interface DirectorySoFar {
  readonly entries: number;
  /** Bytes of the longest name, and of all. */
  readonly longest: number;
  readonly names: number;
  /** Bytes of what its entries unpack to. */
  readonly unpacked: number;
  /** Bytes of the whole archive. */
  readonly packed: number;
}

/** Whether the archive as a whole is over its limits. */
export const totalRefused = (total: DirectorySoFar, limits: ArchiveLimits): string | undefined =>
  entriesRefused(total.entries, limits) ?? namesRefused(total, limits) ?? sizeRefused(total, limits);

const namesRefused = (total: DirectorySoFar, limits: ArchiveLimits): string | undefined => {
  if (total.longest > limits.nameBytes)
    return `a name in the archive is longer than ${limits.nameBytes} bytes`;
  return total.names > limits.namesBytes
    ? `the names in the archive are more than ${limits.namesBytes} bytes together`
    : undefined;
};

const sizeRefused = (total: DirectorySoFar, limits: ArchiveLimits): string | undefined => {
  if (total.unpacked > limits.bytes) return `the archive unpacks to more than ${limits.bytes} bytes`;
  return total.unpacked > HARMLESS_BYTES && total.unpacked > limits.ratio * total.packed
    ? `the archive unpacks to more than ${limits.ratio} times its size`
    : undefined;
};

/** As much of a name as a person needs. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 200));
