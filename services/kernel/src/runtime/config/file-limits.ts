import type { Config } from './config.js';

/** What files may be at most, bytes: held against uploads by gateways, against archives by imports. */
export interface FileLimits {
  readonly itemFile: number;
  readonly archive: number;
}

export const defaultFileLimits: FileLimits = { itemFile: 1024 ** 3, archive: 20 * 1024 ** 3 };

export const fileLimitsOf = (
  config: Pick<Config, 'CAIRN_MAX_ITEM_FILE_BYTES' | 'CAIRN_MAX_ARCHIVE_BYTES'>,
): FileLimits => ({
  itemFile: config.CAIRN_MAX_ITEM_FILE_BYTES,
  archive: config.CAIRN_MAX_ARCHIVE_BYTES,
});
