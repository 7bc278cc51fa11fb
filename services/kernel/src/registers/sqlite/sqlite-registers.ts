import type { Clock } from '../../clock/port.js';
import type { Json } from '../../base/json-value.js';
import {
  closeWhole,
  type Database,
  isDamage,
  isFromStore,
  openOn,
  type Statement,
} from '../../sqlite/index.js';
import {
  type ListedRegister,
  MOST_LISTED,
  type Register,
  type Registers,
  RegistersUnavailable,
} from '../port.js';
import { afterPrefix, firstListed } from '../prefixes.js';
import { openRevisions } from './revisions.js';

/** Every so many writes up to so many expired rows are removed: more than can come, and never a long step. */
const SWEEP_EVERY = 16;
const SWEEP_ROWS = 64;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS registers (
    key BLOB PRIMARY KEY, value TEXT NOT NULL, revision INTEGER NOT NULL, expires_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS registers_by_expiry ON registers (expires_at) WHERE expires_at IS NOT NULL;
`;

/**
 * Registers in SQLite. With `path` they have a file of their own at synchronous=NORMAL: a lease, a rate bucket or a
 * last-used stamp need not wait for the disk at each write, and the last of them may go with the power, as the next
 * start of the only process would end them anyway (ADR-0002). A kill of the process loses nothing. With
 * `database` they are tables in a file that the caller opens and closes, as durable as that is.
 *
 * `clock` says what has expired; an expired row is never seen, when it is removed is of no matter.
 */
export const openSqliteRegisters = (
  options: { readonly clock: Clock } & (
    | {
        readonly path: string;
        /** Called when something in the file turns out to be damaged. */
        readonly damaged?: () => void;
      }
    | { readonly database: Database }
  ),
): Registers => {
  if ('database' in options) return new SqliteRegisters(options.database, options.clock, () => undefined);
  const { path, clock, damaged } = options;
  return openOn(
    path,
    { synchronous: 'NORMAL' },
    (database) => new SqliteRegisters(database, clock, () => closeWhole(database), damaged),
  );
};

interface Write {
  readonly value: Json;
  /** Milliseconds since 1970, `null` for never. */
  readonly expiresAt: number | null;
}
interface Standing extends Register {
  readonly expiresAt: number | null;
}

class SqliteRegisters implements Registers {
  private readonly find: Statement<readonly [string, number, number | null]>;
  private readonly range: Statement<readonly [Buffer, string, number]>;
  private readonly store: Statement<never>;
  private readonly drop: Statement<never>;
  private readonly sweep: Statement<never>;
  private readonly nextRevision: () => number;
  private writes = 0;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly closeDatabase: () => void,
    private readonly damaged?: () => void,
  ) {
    database.exec(SCHEMA);
    this.nextRevision = openRevisions(database);
    this.find = database.prepare(
      `SELECT value, revision, expires_at FROM registers WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)`,
    );
    this.range = database.prepare(
      `SELECT key, value, revision FROM registers
       WHERE key >= ? AND key < ? AND (expires_at IS NULL OR expires_at > ?)
       ORDER BY key LIMIT ${MOST_LISTED}`,
    );
    this.store = database.prepare(`INSERT OR REPLACE INTO registers VALUES (?, ?, ?, ?)`);
    this.drop = database.prepare(`DELETE FROM registers WHERE key = ?`);
    this.sweep = database.prepare(
      `DELETE FROM registers WHERE key IN (SELECT key FROM registers WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP_ROWS})`,
    );
  }

  async get(key: string): Promise<Register | undefined> {
    return this.reach(() => {
      const standing = this.standing(key, this.clock.now());
      return standing && { value: standing.value, revision: standing.revision };
    });
  }

  async compareAndSet(
    key: string,
    expected: number | undefined,
    value: Json,
    ttlMs: number | undefined,
  ): Promise<Register | undefined> {
    return this.write(key, (standing, now) =>
      standing?.revision === expected ? { value, expiresAt: expiry(now, ttlMs) } : undefined,
    );
  }

  async put(key: string, value: Json, ttlMs: number | undefined): Promise<Register> {
    return this.write(key, (_standing, now) => ({ value, expiresAt: expiry(now, ttlMs) }))!;
  }

  async increment(key: string, by: number, ttlMs: number): Promise<number> {
    let sum = 0;
    this.write(key, (standing, now) => {
      sum = numberIn(key, standing) + by;
      return { value: sum, expiresAt: standing === undefined ? expiry(now, ttlMs) : standing.expiresAt };
    });
    return sum;
  }

  async remove(key: string): Promise<void> {
    this.reach(() => this.drop.run(stored(key)));
  }

  async list(prefix: string, after?: string): Promise<readonly ListedRegister[]> {
    const end = afterPrefix(prefix);
    const rows = this.reach(() =>
      this.range.all(
        stored(firstListed(prefix, after)),
        end === undefined ? AFTER_ALL : stored(end),
        this.clock.now(),
      ),
    );
    return rows.map(([key, value, revision]) => ({
      key: key.toString(),
      value: JSON.parse(value) as Json,
      revision,
    }));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.closeDatabase();
  }

  private standing(key: string, now: number): Standing | undefined {
    const row = this.find.get(stored(key), now);
    return row && { value: JSON.parse(row[0]) as Json, revision: row[1], expiresAt: row[2] };
  }

  /** Reads, decides and writes in one transaction, as another process may hold the file too. */
  private write(
    key: string,
    decide: (standing: Standing | undefined, now: number) => Write | undefined,
  ): Register | undefined {
    return this.reach(() => {
      const revision = this.nextRevision();
      return this.database.transaction(() => {
        const now = this.clock.now();
        const written = decide(this.standing(key, now), now);
        if (written !== undefined)
          this.store.run(stored(key), JSON.stringify(written.value), revision, written.expiresAt);
        this.sweepSometimes(now);
        return written && { value: written.value, revision };
      });
    });
  }

  private sweepSometimes(now: number): void {
    this.writes += 1;
    if (this.writes % SWEEP_EVERY === 0) this.sweep.run(now);
  }

  private reach<Result>(step: () => Result): Result {
    if (this.closed) throw new RegistersUnavailable('the registers are closed');
    try {
      return step();
    } catch (error) {
      if (isDamage(error)) this.damaged?.();
      if (isFromStore(error)) throw new RegistersUnavailable('the registers failed', { cause: error });
      throw error;
    }
  }
}

/** As bytes, so that a key may hold anything (S36). */
const stored = (key: string): Buffer => Buffer.from(key);

/** No text has this byte in UTF-8. */
const AFTER_ALL = Buffer.of(0xff);

const expiry = (now: number, ttlMs: number | undefined): number | null =>
  ttlMs === undefined ? null : now + ttlMs;

const numberIn = (key: string, standing: Standing | undefined): number => {
  if (standing === undefined) return 0;
  if (typeof standing.value !== 'number') throw new TypeError(`register ${key} holds no number`);
  return standing.value;
};
