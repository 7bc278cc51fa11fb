/** The thread of `write-back.ts`. It ends with the first message. */
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';
import type { WriteBackData } from './write-back.js';

/** `busy`: another does it now, or the file has not been looked at yet. `log` and `checkpointed`: pages. */
interface CheckpointRow {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** Copies what the write-ahead log has to the database, beside those who read and write; what is in use stays for the next time. */
const writingBack = (path: string): { readonly copy: () => void; readonly close: () => void } => {
  const driver = new Libsql(path);
  const checkpoint = driver.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  let copied = 0;
  return {
    copy: () => {
      const changed = statSync(`${path}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? copied;
      if (changed === copied) return;
      const row = checkpoint.get() as CheckpointRow;
      if (row.busy === 0 && row.checkpointed === row.log) copied = changed;
    },
    close: () => void driver.close(),
  };
};

const { paths, everyMs } = workerData as WriteBackData;
const files = paths.map(writingBack);
const timer = setInterval(() => {
  for (const { copy } of files) copy();
}, everyMs);
parentPort?.once('message', () => {
  clearInterval(timer);
  for (const { close } of files) close();
});
