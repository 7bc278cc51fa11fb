import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const dataSynced = promisify(fdatasync);

/** Who waits for the disk: a thread of Node's pool, or the one that asks. */
export type WaitFor = 'beside' | 'here';

/** The write-ahead log beside a database, as the system knows it. SQLite holds no lock on it, so that closing it gives none away. */
export class WalFile {
  #descriptor: number | undefined;

  /** `path` is that of the database. */
  constructor(private readonly path: string) {}

  /**
   * What was written to it before is on disk when this resolves. Rejects when the file cannot be opened or the system
   * says that it may not be on disk.
   */
  async sync(wait: WaitFor): Promise<void> {
    this.#descriptor ??= openSync(`${this.path}-wal`, 'r+');
    if (wait === 'here') fdatasyncSync(this.#descriptor);
    else await dataSynced(this.#descriptor);
  }

  /** Idempotent. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
