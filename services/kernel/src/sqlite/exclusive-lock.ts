import { type Database, openDatabase } from './database.js';

/** Another process holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/**
 * Takes a lock on a file until it is released or the process dies, however it dies: an open transaction of SQLite, which
 * the system lets go of. Answers the release. Throws `LockHeld`.
 */
export const takeExclusiveLock = (file: string): (() => void) => {
  let database: Database | undefined;
  try {
    database = openDatabase(file, { synchronous: 'NORMAL', busyTimeoutMs: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return () => letGo(database);
  } catch (error) {
    database?.close();
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw new LockHeld(`${file} is held by another process`);
    throw error;
  }
};

const letGo = (database: Database | undefined): void => {
  database?.exec('ROLLBACK');
  database?.close();
};
