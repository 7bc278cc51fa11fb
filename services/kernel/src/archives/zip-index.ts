import { isUtf8 } from 'node:buffer';
import type { Entry as ZipEntry, ZipFile } from 'yauzl';
import {
  DEFLATED,
  ArchiveUnsafe,
  type ArchiveLimits,
  entriesRefused,
  entryRefused,
  shown,
  totalRefused,
} from './safe-archive.js';

/** What is remembered of an entry: little, for there may be a million. */
export interface IndexedEntry {
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly deflated: boolean;
  readonly crc32: number;
}

/** A folder that a tool leaves in archives and nobody means. */
const LITTER = /(?:^|\/)__MACOSX\//;
/** Files that tools leave: nobody means them unless a record names them. */
const UNMEANT = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** What makes a zip of Cairn's as large as its limits want. Files of items have folders of their own beside it. */
export const PADDING = 'files/padding';

export const isUnmeant = (name: string): boolean => UNMEANT.test(name) || `/${name}`.endsWith(`/${PADDING}`);

/**
 * Reads the directory of an archive and refuses what is hostile, before a byte of an entry is unpacked, and as soon as a
 * bound is passed: what it keeps of an archive is bounded by `entries` and `namesBytes`. Throws `ArchiveUnsafe`.
 */
export const indexOf = async (
  zip: ZipFile,
  packed: number,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, IndexedEntry>> => {
  refuseWhen(entriesRefused(zip.entryCount, limits));
  const index = new Map<string, IndexedEntry>();
  const total = { entries: 0, longest: 0, names: 0, unpacked: 0, packed };
  for await (const entry of zip.eachEntry()) {
    total.entries += 1;
    total.unpacked += entry.uncompressedSize;
    total.names += entry.fileNameLength;
    total.longest = Math.max(total.longest, entry.fileNameLength);
    refuseWhen(totalRefused(total, limits));
    const name = nameOf(entry);
    refuseWhen(entryRefused(entry, name));
    if (name.endsWith('/') || LITTER.test(name)) continue;
    refuseWhen(index.has(name) ? `${shown(name)} is there twice` : undefined);
    index.set(name, indexed(entry));
  }
  refuseWhen(overlapping(index));
  return index;
};

const refuseWhen = (reason: string | undefined): void => {
  if (reason !== undefined) throw new ArchiveUnsafe(reason);
};

/**
 * Tools write names in UTF-8 without saying so: what can be UTF-8 is, any other is of code page 437. In the composed form,
 * in which names are looked for too.
 */
const nameOf = ({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: ZipEntry): string => {
  const isSaid =
    (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  return (!isSaid && isUtf8(fileNameRaw) ? fileNameRaw.toString('utf8') : fileName).normalize('NFC');
};

const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;

const indexed = (entry: ZipEntry): IndexedEntry => ({
  offset: entry.relativeOffsetOfLocalHeader,
  packed: entry.compressedSize,
  unpacked: entry.uncompressedSize,
  deflated: entry.compressionMethod === DEFLATED,
  crc32: entry.crc32,
});

/** Entries that share bytes are how a small file unpacks to a large one. */
const overlapping = (index: ReadonlyMap<string, IndexedEntry>): string | undefined => {
  const inOrder = [...index.values()].sort((one, other) => one.offset - other.offset);
  let end = 0;
  for (const { offset, packed } of inOrder) {
    if (offset < end) return 'entries of the archive overlap';
    end = offset + packed;
  }
  return undefined;
};
