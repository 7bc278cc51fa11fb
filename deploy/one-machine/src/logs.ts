import { join, resolve } from 'node:path';
import {
  type Config,
  createKeptLogger,
  createLogger,
  type Logger,
  type LogNames,
  standardError,
} from '@cairn/kernel';

/** Where this process tells what happens. */
export interface Logs {
  readonly logger: Logger;
  /** The file that keeps them; `undefined` when they are on stderr alone. */
  readonly path?: string;
  /** Answers when all of them are written. */
  close(this: void): Promise<void>;
}

/** The parts in this process name themselves: identity, datasets, gateway, relay. */
export const NAMES: LogNames = { process: 'cairn', service: 'host' };

/** JSON lines, for whoever collects the output of processes. */
export const logsOnStderr = (config: Config): Logs => ({
  logger: createLogger(config.CAIRN_LOG_LEVEL, standardError(), NAMES),
  close: async () => undefined,
});

/** A file in the data folder, and what wants a person in the terminal. */
export const logsInFolder = (config: Config): Logs => {
  const path = join(resolve(config.CAIRN_DATA_DIR), 'logs', 'cairn.log');
  const { CAIRN_LOG_LEVEL: level, CAIRN_LOG_BYTES: bytes } = config;
  return { path, ...createKeptLogger({ level, path, bytes, names: NAMES }) };
};
