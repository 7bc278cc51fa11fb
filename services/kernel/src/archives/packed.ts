/** The upload is packed in a way that is not read here. */
export class PackedOtherwise extends Error {
  override readonly name = 'PackedOtherwise';
}

/** First bytes of what people send in place of a zip, and where they stand. */
const packings = [
  { what: 'gzip', at: 0, bytes: '\x1f\x8b' },
  { what: 'bzip2', at: 0, bytes: 'BZh' },
  { what: 'xz', at: 0, bytes: '\xfd7zXZ' },
  { what: 'zstd', at: 0, bytes: '\x28\xb5\x2f\xfd' },
  { what: '7z', at: 0, bytes: '7z\xbc\xaf' },
  { what: 'rar', at: 0, bytes: 'Rar!' },
  { what: 'tar', at: 257, bytes: 'ustar' },
] as const;

/** So many bytes are looked at. */
export const START_BYTES = 262;

/** Throws `PackedOtherwise` when a file that is no zip begins as another archive; gzip may be read by who asks. */
export const refusePacked = (start: Buffer, isGzipRead: boolean): void => {
  const packing = packings.find(({ at, bytes }) => start.toString('latin1', at, at + bytes.length) === bytes);
  if (packing !== undefined && !(isGzipRead && packing.what === 'gzip'))
    throw new PackedOtherwise(`packed with ${packing.what}: unpack it, or send a zip`);
};

/** Whether the entries of a zip are those of an Excel workbook. */
export const isWorkbook = (names: readonly string[]): boolean =>
  names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'));
