import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../logging/port.js';

/** What the thread is told when it starts. */
export interface WriteBackData {
  readonly paths: readonly string[];
  readonly everyMs: number;
}

const EVERY_MS = 500;
const kind = extname(__filename);
const THREAD = join(__dirname, `write-back-thread${kind}`);

/**
 * Writes the write-ahead logs of databases back from a thread of its own, so that a commit has little left to copy when
 * its log is long enough to begin anew. Without it, or should it fail, the commit copies all. Answers what ends it, which
 * must come before the databases are closed.
 */
export const writeBackBeside = (
  paths: readonly string[],
  logger: Logger,
  everyMs = EVERY_MS,
): (() => Promise<void>) => {
  const workerData: WriteBackData = { paths, everyMs };
  const fromSource = kind === '.ts' ? { execArgv: ['--require', 'tsx/cjs'] } : {};
  const thread = new Worker(THREAD, { workerData, ...fromSource });
  thread.on('error', (err) =>
    logger.warn({ err, paths }, 'write-ahead logs are written back by commits alone'),
  );
  thread.unref();
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  return () => {
    // Else a process that waits for nothing but this would end meanwhile, as if all were well.
    thread.ref();
    thread.postMessage('end');
    return ended;
  };
};
