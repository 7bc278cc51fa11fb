import { EngineMissing, type EngineName, type RunningEngine } from './engine.js';

/** The variable that holds the address of each engine. */
export const ADDRESS_VARIABLES: Readonly<Record<EngineName, string>> = {
  eventstoredb: 'CAIRN_ENGINE_EVENTSTOREDB_URL',
  mongodb: 'CAIRN_ENGINE_MONGODB_URL',
  kafka: 'CAIRN_ENGINE_KAFKA_BROKERS',
  s3: 'CAIRN_ENGINE_S3_URL',
  smtp: 'CAIRN_ENGINE_SMTP_URL',
};
const USER = 'CAIRN_ENGINE_S3_USER';
const PASSWORD = 'CAIRN_ENGINE_S3_PASSWORD';
const MAIL_FOLDER = 'CAIRN_ENGINE_SMTP_FOLDER';

/** Variables by which an engine is found again as an external one. */
export const addressLines = (engine: RunningEngine): Readonly<Record<string, string>> => ({
  [ADDRESS_VARIABLES[engine.name]]: engine.url,
  ...(engine.user !== undefined && { [USER]: engine.user }),
  ...(engine.password !== undefined && { [PASSWORD]: engine.password }),
  ...(engine.name === 'smtp' && engine.folder !== undefined && { [MAIL_FOLDER]: engine.folder }),
});

/** An engine that somebody else runs, found by its variable. Throws `EngineMissing` when that is empty. */
export const externalEngine = (
  name: EngineName,
  environment: NodeJS.ProcessEnv = process.env,
): RunningEngine => {
  const variable = ADDRESS_VARIABLES[name];
  const url = environment[variable] ?? '';
  if (url === '')
    throw new EngineMissing(`${name} has no address: CAIRN_ENGINES=external takes it from ${variable}.`);
  const isOthers = async (): Promise<never> => {
    throw new Error(
      `${name} at ${url} is run by somebody else: it cannot be signalled, killed or restarted.`,
    );
  };
  return {
    name,
    product: `${name} at ${variable}`,
    url,
    ...(name === 's3' && { user: environment[USER] ?? '', password: environment[PASSWORD] ?? '' }),
    folder: name === 'smtp' ? environment[MAIL_FOLDER] : undefined,
    signal: isOthers,
    ended: () => new Promise(() => undefined),
    kill: isOthers,
    again: isOthers,
    stop: async () => undefined,
  };
};
