import Libsql from 'libsql';
import { type WaitFor, WalFile } from './wal-file.js';

/** What SQLite stores. Booleans and `undefined` are refused: the driver aborts the process on the first and drops the second. */
export type Value = string | number | bigint | Uint8Array | null;
/**
 * What a row gives; a BLOB is a Buffer. Integers beyond 2^53 lose digits: keep them as text. A text that is not UTF-8,
 * after damage on the disk say, aborts the process: where that matters select `CAST(… AS BLOB)`.
 */
export type Column = string | number | Buffer | null;

export interface OpenOptions {
  /**
   * `FULL`: a commit is on disk when it returns. `NORMAL`: it survives the process when it returns, and the power once
   * `syncWal` has resolved; commits are lost from the last one backwards, never torn.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Deleted content is overwritten with zeros (law 8). */
  readonly secureDelete?: boolean;
  /** How long another process's lock is waited for; 5,000 when absent. */
  readonly busyTimeoutMs?: number;
}

/** COMMIT itself or the wait for the disk failed: whether the transaction is on disk is not known until the file is opened again. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** A prepared statement. Rows are tuples in the order of the columns. */
export interface Statement<Row extends readonly Column[]> {
  /** Runs to the end; answers how many rows changed. */
  run(...values: readonly Value[]): number;
  /** The first row. */
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}

/** One connection; everything is synchronous, so that what runs in one turn of the event loop is never interleaved. */
export interface Database {
  /** Prepares once; keep the statement. Throws the driver's error when the SQL is wrong. */
  prepare<Row extends readonly Column[] = never>(sql: string): Statement<Row>;
  /** Runs statements that give no rows, separated by `;`. */
  exec(sql: string): void;
  /** The value of a pragma; sets it first when the text has a `=`. */
  pragma(source: string): Column | undefined;
  /** BEGIN IMMEDIATE … COMMIT. A throw rolls back and goes on to the caller as it is; a failed COMMIT is `CommitUnknown`. Does not nest. */
  transaction<Result>(work: () => Result): Result;
  /** Begins a transaction that stays open over several turns: BEGIN IMMEDIATE. Throws the driver's error. */
  begin(): void;
  /** Ends it. A failed COMMIT is `CommitUnknown`, and nothing is open any more. */
  commit(): void;
  /** Undoes it; harmless when the engine has done so already. */
  rollBack(): void;
  /**
   * Whether one is open: the engine undoes it by itself when a statement, be it one that reads, finds the disk full.
   * `false` after `close`.
   */
  inTransaction(): boolean;
  /** Everything committed before is on disk when it resolves. Rejects with `CommitUnknown`. */
  syncWal(wait: WaitFor): Promise<void>;
  /**
   * Writes the WAL back and empties it, so that nothing that was deleted is left in it. `false`: another connection reads
   * it or writes it back at this moment; do it again.
   */
  truncateWal(): boolean;
  /** Idempotent. */
  close(): void;
}

const PAGE_BYTES = 8192;
const WAL_PAGES = 3_000;

/** Opens or makes a file in WAL mode and makes sure that the durability asked for is the one in force. */
export const openDatabase = (path: string, options: OpenOptions): Database => {
  const driver = new Libsql(path, { timeout: options.busyTimeoutMs ?? 5_000 });
  const database = overDriver(driver, new WalFile(path));
  try {
    configure(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
};

/** Opens a file and makes on it what is wanted; closes it when that throws. */
export const openOn = <Made>(
  path: string,
  options: OpenOptions,
  make: (database: Database) => Made,
): Made => {
  const database = openDatabase(path, options);
  try {
    return make(database);
  } catch (error) {
    database.close();
    throw error;
  }
};

/**
 * Closes a file after orderly use. What its WAL holds is written back, so that the file is whole by itself: the driver
 * leaves it in the WAL. Where that cannot be now, it stays there. Idempotent.
 */
export const closeWhole = (database: Database): void => {
  try {
    database.truncateWal();
  } catch {
    // The next opening reads the WAL.
  }
  database.close();
};

const configure = (database: Database, options: OpenOptions): void => {
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  database.pragma('journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${options.synchronous}`);
  database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
  database.pragma(`secure_delete = ${options.secureDelete === true ? 'ON' : 'OFF'}`);
  expectPragma(database, 'synchronous', options.synchronous === 'FULL' ? 2 : 1);
  expectPragma(database, 'secure_delete', options.secureDelete === true ? 1 : 0);
};

const expectPragma = (database: Database, name: string, expected: Column): void => {
  const actual = database.pragma(name);
  if (actual !== expected)
    throw new Error(`SQLite keeps ${name} = ${String(actual)}, not ${String(expected)}`);
};

const overDriver = (driver: Libsql.Database, wal: WalFile): Database => {
  let open = true;
  return {
    prepare: (sql) => prepare(driver, sql),
    exec: (sql) => {
      driver.exec(sql);
    },
    pragma: (source) => prepare(driver, `PRAGMA ${source}`).all()[0]?.[0],
    transaction: (work) => transaction(driver, work),
    begin: () => void driver.exec('BEGIN IMMEDIATE'),
    commit: () => commit(driver),
    rollBack: () => rollBack(driver),
    inTransaction: () => inTransaction(driver),
    syncWal: async (wait) => {
      try {
        await wal.sync(wait);
      } catch (error) {
        throw new CommitUnknown('the commit did not reach the disk', { cause: error });
      }
    },
    truncateWal: () => {
      const [busy] = prepare<readonly [number]>(driver, 'PRAGMA wal_checkpoint(TRUNCATE)').all()[0] ?? [1];
      return busy === 0;
    },
    close: () => {
      if (open) driver.close();
      wal.close();
      open = false;
    },
  };
};

const prepare = <Row extends readonly Column[]>(driver: Libsql.Database, sql: string): Statement<Row> => {
  const statement = driver.prepare(sql);
  if (statement.reader) statement.raw(true);
  // An array is handed over whole: given alone, null and buffers would be taken for named parameters.
  return {
    // A RETURNING statement that is not read to its end would keep the transaction from committing.
    run: statement.reader
      ? (...values) => statement.all(checked(values)).length
      : (...values) => statement.run(checked(values)).changes,
    get: (...values) => statement.get(checked(values)) as Row | undefined,
    all: (...values) => statement.all(checked(values)) as Row[],
  };
};

/** The driver cuts texts at NUL, aborts on booleans, and leaves out `undefined`. */
const checked = (values: readonly Value[]): readonly Value[] => {
  for (const value of values) {
    const bindable =
      typeof value === 'string'
        ? !value.includes('\0')
        : typeof value === 'number' ||
          typeof value === 'bigint' ||
          value === null ||
          value instanceof Uint8Array;
    if (!bindable) throw new TypeError('SQLite takes texts without NUL, numbers, bytes and null');
  }
  return values;
};

const transaction = <Result>(driver: Libsql.Database, work: () => Result): Result => {
  driver.exec('BEGIN IMMEDIATE');
  let result: Result;
  try {
    result = work();
  } catch (error) {
    rollBack(driver);
    throw error;
  }
  commit(driver);
  return result;
};

const commit = (driver: Libsql.Database): void => {
  try {
    driver.exec('COMMIT');
  } catch (error) {
    rollBack(driver);
    throw new CommitUnknown('the commit failed', { cause: error });
  }
};

/** A full disk or an I/O error may have rolled back already. */
const rollBack = (driver: Libsql.Database): void => {
  if (inTransaction(driver)) driver.exec('ROLLBACK');
};

/** Asked after it was closed, the driver aborts the process. */
const inTransaction = (driver: Libsql.Database): boolean => driver.open && driver.inTransaction;
