import { join } from 'node:path';
import { type EngineName, type RunningEngine, startEngine } from '@cairn/engines';
import { type Config, Started } from '@cairn/kernel';

/** Engines that run, and the variables that name them. */
export interface ClusterEngines {
  readonly engines: readonly RunningEngine[];
  readonly environment: Readonly<Record<string, string>>;
  stop(this: void): Promise<void>;
}

/** What each engine is to the processes; an engine that the configuration names already is not started. */
const VARIABLES: Readonly<
  Record<
    EngineName,
    {
      readonly named: keyof Config;
      readonly set: (engine: RunningEngine, config: Config) => Record<string, string>;
    }
  >
> = {
  eventstoredb: { named: 'CAIRN_EVENTSTOREDB_URL', set: ({ url }) => ({ CAIRN_EVENTSTOREDB_URL: url }) },
  mongodb: {
    named: 'CAIRN_MONGODB_URL',
    set: ({ url }, { CAIRN_VAULT_MONGODB_URL: vault }) => ({
      CAIRN_MONGODB_URL: withDatabase(url, 'cairn'),
      CAIRN_VAULT_MONGODB_URL: vault === '' ? withDatabase(url, 'cairn_vault') : vault,
    }),
  },
  kafka: { named: 'CAIRN_KAFKA_BROKERS', set: ({ url }) => ({ CAIRN_KAFKA_BROKERS: url }) },
  s3: {
    named: 'CAIRN_S3_URL',
    set: ({ url, user = '', password = '' }) => ({
      CAIRN_S3_URL: url,
      CAIRN_S3_ACCESS_KEY: user,
      CAIRN_S3_SECRET_KEY: password,
    }),
  },
  smtp: { named: 'CAIRN_SMTP_URL', set: ({ url }) => ({ CAIRN_SMTP_URL: url }) },
};

/** Starts the engines that the configuration does not name, on folders of their own below `folder`. */
export const startEngines = (config: Config, folder: string): Promise<ClusterEngines> =>
  Started.by(async (started) => {
    const missing = Object.entries(VARIABLES).filter(([, { named }]) => config[named] === '');
    const running = await Promise.all(
      missing.map(async ([name, { set }]) => {
        const engine = await startEngine(name as EngineName, { folder: join(folder, name) });
        started.then(() => engine.stop());
        return { engine, variables: set(engine, config) };
      }),
    );
    return {
      engines: running.map(({ engine }) => engine),
      environment: Object.assign({}, ...running.map(({ variables }) => variables)) as Record<string, string>,
      stop: () => started.stop(),
    };
  });

const withDatabase = (text: string, database: string): string => {
  const url = new URL(text);
  url.pathname = `/${database}`;
  return url.href;
};
