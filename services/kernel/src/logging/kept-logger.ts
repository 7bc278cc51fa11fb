import { type Level, multistream, type StreamEntry } from 'pino';
import { LogFile } from './log-file.js';
import { createLogger, type LogNames, standardError } from './pino-logger.js';
import type { Logger } from './port.js';
import { terminalLines } from './terminal.js';

export interface KeptLoggerOptions {
  /** `CAIRN_LOG_LEVEL`; empty when nobody said how much the terminal shows. */
  readonly level: Level | 'silent' | '';
  readonly path: string;
  /** What the files may take in all. */
  readonly bytes: number;
  readonly names?: LogNames;
}

export interface KeptLogger {
  readonly logger: Logger;
  /** Answers when all lines are in the file. */
  close(this: void): Promise<void>;
}

/**
 * The log of a Cairn that a person has started in a terminal: everything from `info` up goes to a file, and the terminal
 * shows what wants the person. A level that was set is shown whole and as JSON, as by any other process; `debug` and
 * `trace` are for who looks for something, and are in the file too then.
 */
export const createKeptLogger = ({ level, path, bytes, names }: KeptLoggerOptions): KeptLogger => {
  const terminal = standardError();
  const write = (text: string): void => terminal.write(text);
  const failed = (error: Error): void => write(`The log ${path} cannot be written: ${error.message}.\n`);
  const file = new LogFile({ path, bytes, failed });
  const kept: Level = level === 'debug' || level === 'trace' ? level : 'info';
  const streams: StreamEntry[] = [{ level: kept, stream: file }];
  if (level === '') streams.push({ level: 'warn', stream: terminalLines(write, path) });
  else if (level !== 'silent') streams.push({ level, stream: terminal });
  return { logger: createLogger(kept, multistream(streams), names), close: () => file.close() };
};
