import { join } from 'node:path';
import { FileReaders, type FileReadersOptions } from '../file-readers.js';
import type { LaunchOptions } from '../launch.js';
import type { ToldAnswer, ToldRequest } from './told-reader.js';

/** Readers that do what a spec tells them to. */
export const toldReaders = (
  more: Partial<Omit<FileReadersOptions, 'launch'>> = {},
  launch: Partial<LaunchOptions> = {},
): FileReaders<ToldRequest, ToldAnswer> =>
  new FileReaders({
    ...{ processes: 2, waiting: 64, limitMs: 20_000, waitMs: 60_000, idleMs: 60_000 },
    ...more,
    launch: {
      program: join(__dirname, 'told-reader'),
      ...{ memoryBytes: 512 * 1024 ** 2, heapMegabytes: 64 },
      ...launch,
    },
  });
