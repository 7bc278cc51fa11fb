import type { AccountLimits } from './account-limits.js';
import type { Config } from './config.js';
import type { FileLimits } from './file-limits.js';
import { type Quotas, quotasOf } from './quotas.js';
import { type RunnerLimits, usualWorkers } from './runner-limits.js';

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

const accountLimitsOf = (
  config: Pick<
    Config,
    | 'CAIRN_MAX_PASSWORD_HASHES'
    | 'CAIRN_MAX_REGISTRATIONS_PER_DAY'
    | 'CAIRN_MAX_MAILS_PER_DAY'
    | 'CAIRN_MAX_MAILS_TO_ADDRESS_PER_DAY'
    | 'CAIRN_RECENT_SIGN_IN_SECONDS'
  >,
): AccountLimits => ({
  hashing: config.CAIRN_MAX_PASSWORD_HASHES,
  registrationsPerDay: config.CAIRN_MAX_REGISTRATIONS_PER_DAY,
  mailsPerDay: config.CAIRN_MAX_MAILS_PER_DAY,
  mailsToAddressPerDay: config.CAIRN_MAX_MAILS_TO_ADDRESS_PER_DAY,
  recentSignInMs: config.CAIRN_RECENT_SIGN_IN_SECONDS * 1000,
});

const runnerLimitsOf = (
  config: Pick<Config, 'CAIRN_MODEL_WORKERS' | 'CAIRN_MODEL_MEMORY_BYTES'>,
): RunnerLimits => ({
  workers: config.CAIRN_MODEL_WORKERS === 0 ? usualWorkers() : config.CAIRN_MODEL_WORKERS,
  memoryBytes: config.CAIRN_MODEL_MEMORY_BYTES,
});

/** What services bound. */
export interface ServiceLimits {
  readonly fileLimits: FileLimits;
  readonly quotas: Quotas;
  readonly accountLimits: AccountLimits;
  readonly runnerLimits: RunnerLimits;
}

export const serviceLimitsOf = (config: Config): ServiceLimits => ({
  fileLimits: fileLimitsOf(config),
  quotas: quotasOf(config),
  accountLimits: accountLimitsOf(config),
  runnerLimits: runnerLimitsOf(config),
});
