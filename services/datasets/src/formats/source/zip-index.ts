import type { Entry as ZipEntry, ZipFile } from 'yauzl';
import { DEFLATED, ArchiveUnsafe, type ArchiveLimits, entryRefused, totalRefused } from './safe-archive.js';

/** What is remembered of an entry: little, for there may be a million. */
export interface IndexedEntry {
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly deflated: boolean;
  readonly crc32: number;
}

/** Marks that tools leave in archives and nobody means. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** Reads the directory of an archive and refuses what is hostile, before a byte of an entry is unpacked. Throws `ArchiveUnsafe`. */
export const indexOf = async (
  zip: ZipFile,
  packed: number,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, IndexedEntry>> => {
  const index = new Map<string, IndexedEntry>();
  let unpacked = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    unpacked += entry.uncompressedSize;
    refuseWhen(totalRefused({ entries, unpacked, packed }, limits));
    refuseWhen(entryRefused(entry));
    if (isFolder(entry) || LITTER.test(entry.fileName)) continue;
    refuseWhen(index.has(entry.fileName) ? `${JSON.stringify(entry.fileName)} is there twice` : undefined);
    index.set(entry.fileName, indexed(entry));
  }
  refuseWhen(overlapping(index));
  return index;
};

const refuseWhen = (reason: string | undefined): void => {
  if (reason !== undefined) throw new ArchiveUnsafe(reason);
};

const isFolder = ({ fileName }: ZipEntry): boolean => fileName.endsWith('/');

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
