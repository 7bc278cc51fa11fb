import type { AccountLimits } from './account-limits.js';
import type { Config } from './config.js';
import type { FileLimits } from './file-limits.js';

export const fileLimitsOf = (
  config: Pick<
    Config,
    'CAIRN_MAX_ITEM_FILE_BYTES' | 'CAIRN_MAX_ARCHIVE_BYTES' | 'CAIRN_MAX_MODEL_ASSET_BYTES'
  >,
): FileLimits => ({
  itemFile: config.CAIRN_MAX_ITEM_FILE_BYTES,
  archive: config.CAIRN_MAX_ARCHIVE_BYTES,
  modelAsset: config.CAIRN_MAX_MODEL_ASSET_BYTES,
});

export const accountLimitsOf = (
  config: Pick<
    Config,
    'CAIRN_MAX_PASSWORD_HASHES' | 'CAIRN_MAX_REGISTRATIONS_PER_DAY' | 'CAIRN_RECENT_SIGN_IN_SECONDS'
  >,
): AccountLimits => ({
  hashing: config.CAIRN_MAX_PASSWORD_HASHES,
  registrationsPerDay: config.CAIRN_MAX_REGISTRATIONS_PER_DAY,
  recentSignInMs: config.CAIRN_RECENT_SIGN_IN_SECONDS * 1000,
});
