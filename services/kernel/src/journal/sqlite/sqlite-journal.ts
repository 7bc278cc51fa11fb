import { nextTurn } from '../../clock/pause.js';
import type { AccessLog } from '@cairn/contracts';
import { closeWhole, type Database, isDamage, isFromStore, openOn } from '../../sqlite/index.js';
import { beforeIdsOf } from '../entry-ids.js';
import { JournalUnavailable } from '../port.js';
import {
  type AccessRange,
  type AccessRow,
  auditedOf,
  forgotten,
  type JournalBounds,
  type JournalStore,
} from '../store.js';
import { SCHEMA, statementsOn } from './statements.js';

export interface SqliteJournalOptions {
  readonly path: string;
  /** Called when something in the file turns out to be damaged. */
  readonly damaged?: () => void;
}

/** Rows of one step: a few milliseconds. */
const STEP_ROWS = 500;
const ACT = 1;
const REFUSED = 2;

/** A place of a list that a client may have made up: what is stored has no NUL, so it stands where its first part does. */
const bound = (text: string): string => text.split('\0', 1)[0]!;

/**
 * The journal in a SQLite file of its own at synchronous=NORMAL: the last entries may go with the power. What is removed
 * is overwritten, so that nothing is left of who was forgotten (law 8).
 */
export const openSqliteJournal = ({ path, damaged }: SqliteJournalOptions): JournalStore =>
  openOn(
    path,
    { synchronous: 'NORMAL', secureDelete: true },
    (database) => new SqliteJournal(database, damaged),
  );

class SqliteJournal implements JournalStore {
  readonly #statements;
  #closed = false;

  constructor(
    private readonly database: Database,
    private readonly damaged?: () => void,
  ) {
    database.exec(SCHEMA);
    this.#statements = statementsOn(database);
  }

  async write(accesses: readonly AccessRow[]): Promise<void> {
    this.#reach(() =>
      this.database.transaction(() => {
        for (const row of accesses) this.#insert(row);
      }),
    );
  }

  async accesses({ of, above, below, descending, limit }: AccessRange): Promise<readonly AccessRow[]> {
    const find = this.#statements.range(of?.key, descending);
    const rows = this.#reach(() =>
      find.all(...(of === undefined ? [] : [of.value]), bound(above), bound(below), limit),
    );
    return rows.map(([marks, entry]) => ({
      entry: JSON.parse(entry) as AccessLog,
      isAct: (marks & ACT) !== 0,
      isRefused: (marks & REFUSED) !== 0,
    }));
  }

  async forget(userId: string, at: number): Promise<void> {
    this.#reach(() => this.#statements.remember.run(userId, at));
    while (this.#forgetSome(userId)) await nextTurn();
    // Another connection, a backup say, may read the WAL at this moment; what is written back later is overwritten too.
    this.#reach(() => this.database.truncateWal());
  }

  async sweep(bounds: JournalBounds): Promise<boolean> {
    return this.#reach(() => this.#removeSome(bounds) || this.#forgetAgain(bounds.forgottenSince));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    closeWhole(this.database);
  }

  #insert(row: AccessRow): void {
    const { entry, isAct, isRefused } = row;
    this.#statements.insert.run(
      entry.id,
      (isAct ? ACT : 0) | (isRefused ? REFUSED : 0),
      entry.user_id === '' ? null : entry.user_id,
      entry.organization_id ?? null,
      auditedOf(row) ?? null,
      JSON.stringify(entry),
    );
  }

  /** Whether there may be more entries of this person. */
  #forgetSome(userId: string): boolean {
    return this.#reach(() =>
      this.database.transaction(() => {
        const rows = this.#statements.ofUser.all(userId, STEP_ROWS);
        for (const [seq, entry] of rows)
          this.#statements.blank.run(JSON.stringify(forgotten(JSON.parse(entry) as AccessLog)), seq);
        return rows.length === STEP_ROWS;
      }),
    );
  }

  #removeSome(bounds: JournalBounds): boolean {
    const { removeOld, removeFirst } = this.#statements;
    const removed = removeOld.run(beforeIdsOf(bounds.oldest), STEP_ROWS);
    const over = this.#count() - bounds.most;
    const more = over > 0 ? removeFirst.run(Math.min(over, STEP_ROWS)) : 0;
    return removed === STEP_ROWS || more === STEP_ROWS;
  }

  /** How many accesses there are, if none was removed from between. */
  #count(): number {
    const [first, last] = this.#statements.span.get() ?? [null, null];
    return first === null || last === null ? 0 : last - first + 1;
  }

  /** Entries that came late, from a request that was on its way when its person was erased. */
  #forgetAgain(since: number): boolean {
    this.#statements.forgetNames.run(since);
    const persons = this.#statements.remembered.all();
    return persons.map(([userId]) => this.#forgetSome(userId)).some((isMore) => isMore);
  }

  #reach<Result>(step: () => Result): Result {
    if (this.#closed) throw new JournalUnavailable('the journal is closed');
    try {
      return step();
    } catch (error) {
      if (isDamage(error)) this.damaged?.();
      if (isFromStore(error)) throw new JournalUnavailable('the journal failed', { cause: error });
      throw error;
    }
  }
}
