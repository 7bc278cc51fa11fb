import type { Config } from '../config/index.js';
import { StartError } from './start-error.js';

const SHARED = [
  'CAIRN_EVENTSTOREDB_URL',
  'CAIRN_MONGODB_URL',
  'CAIRN_VAULT_MONGODB_URL',
  'CAIRN_S3_URL',
] as const satisfies readonly (keyof Config)[];

/**
 * The configuration of a process of a cluster. Throws `StartError` where it leaves an engine out that the others use too:
 * the embedded one would be this process's alone, with keys and events that no other sees and that go with its disk.
 */
export const onSharedEngines = (config: Config): Config => {
  const missing = SHARED.filter((name) => config[name] === '');
  if (missing.length > 0)
    throw new StartError(
      `A process of a cluster shares its engines with the others: set ${missing.join(', ')} as they have it.`,
    );
  if (config.CAIRN_MONGODB_URL === config.CAIRN_VAULT_MONGODB_URL)
    throw new StartError(
      'CAIRN_MONGODB_URL and CAIRN_VAULT_MONGODB_URL name the same database: give the vault one of its own, ' +
        'for the other may be lost and is not backed up.',
    );
  return config;
};
