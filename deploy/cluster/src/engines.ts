import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineEnded, EngineMissing, type EngineName, type RunningEngine, startEngine } from '@cairn/engines';
import { type Config, Started, StartError } from '@cairn/kernel';
import { KeptEngine, type KeptEngineOptions } from './kept-engine.js';
import type { Ports } from './ports.js';

/** Engines that run, and the variables that name them. */
export interface ClusterEngines {
  readonly engines: readonly KeptEngine[];
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

export interface EnginesOptions extends KeptEngineOptions {
  readonly config: Config;
  /** Each has a folder of its own below it. */
  readonly folder: string;
  readonly ports: Ports;
}

/** Starts the engines that the configuration does not name. Throws `StartError`. */
export const startEngines = (options: EnginesOptions): Promise<ClusterEngines> =>
  Started.by(async (started) => {
    const { config } = options;
    const missing = Object.entries(VARIABLES).filter(([, { named }]) => config[named] === '');
    const running = await Promise.all(
      missing.map(async ([name, { set }]) => {
        const engine = await startedEngine(name as EngineName, options);
        const kept = new KeptEngine(engine, options);
        started.then(() => kept.stop());
        return { kept, variables: set(engine, config) };
      }),
    );
    return {
      engines: running.map(({ kept }) => kept),
      environment: Object.assign({}, ...running.map(({ variables }) => variables)) as Record<string, string>,
      stop: () => started.stop(),
    };
  });

const startedEngine = async (name: EngineName, { folder, ports }: EnginesOptions): Promise<RunningEngine> => {
  try {
    return await startEngine(name, { folder: join(folder, name), port: await ports.of(name) });
  } catch (error) {
    if (error instanceof EngineMissing) throw new StartError(error.message);
    if (!(error instanceof EngineEnded)) throw error;
    const file = join(folder, `${name}.log`);
    writeFileSync(file, error.printed);
    throw new StartError(`${error.product} ${error.how}: what it said is in ${file}.`, { cause: error });
  }
};

const withDatabase = (text: string, database: string): string => {
  const url = new URL(text);
  url.pathname = `/${database}`;
  return url.href;
};
