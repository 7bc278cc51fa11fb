import { nextTurn } from '../../clock/pause.js';
import type { Database } from '../../sqlite/index.js';
import { closeWhole, isDamage, openOn } from '../../sqlite/index.js';
import type { Position, StreamName } from '../../base/position.js';
import type {
  Append,
  AppendOutcome,
  Batch,
  EventLog,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  SubscribeOptions,
} from '../port.js';
import { LogUnavailable, RecordDamaged } from '../port.js';
import { PART_BYTES } from '../parts.js';
import { Sifted } from '../sifted.js';
import { EventTypes } from './event-types.js';
import type { AppendResult } from './group-commit.js';
import { GroupCommit } from './group-commit.js';
import { LiveTail } from './live-tail.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { fromPosition, isPosition, toPosition, toRecordedEvent } from './records.js';
import { RunningDigest } from './running-digest.js';
import { prepareSchema } from './schema.js';
import { StreamIndex } from './stream-index.js';
import { StreamTips } from './stream-tips.js';
import { follow } from './subscription.js';

/**
 * `path`: the log opens and closes the file itself. `database`: it shares a connection that its owner closes;
 * `synchronous: 'NORMAL'` is enough, as the log waits for the disk itself.
 */
export type SqliteEventLogOptions = { readonly path: string } | { readonly database: Database };

export interface SqliteEventLog extends EventLog {
  /** Why nothing can be appended; `undefined` while it can. For readiness. */
  refusal(): string | undefined;
}

const PAGE = 1_000;
/** Most of it is written back by then, see `sqlite/write-back.ts`: the rarer a commit has the rest to do, the better. */
const WAL_PAGES = 8_000;

/** Opens or makes a log. Throws `RecordDamaged` when its tail is missing, and whatever SQLite throws. */
export const openSqliteEventLog = (options: SqliteEventLogOptions): SqliteEventLog => {
  if ('database' in options) return new EventLogOnSqlite(options.database, () => undefined);
  return openOn(options.path, { synchronous: 'NORMAL' }, (database) => {
    database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    return new EventLogOnSqlite(database, () => closeWhole(database));
  });
};

class EventLogOnSqlite implements SqliteEventLog {
  readonly #reader: LogReader;
  readonly #commits: GroupCommit;
  readonly #tail: LiveTail;
  readonly #release: () => void;

  constructor(database: Database, release: () => void) {
    if (database.pragma('synchronous') === 0) throw new Error('a log is not kept with synchronous = OFF');
    prepareSchema(database);
    const head =
      database.prepare<readonly [number]>('SELECT coalesce(max(position), 0) FROM events').get()?.[0] ?? 0;
    const types = new EventTypes(database);
    const digest = new RunningDigest(database, head);
    const index = new StreamIndex(database, head);
    const tips = new StreamTips(database, index);
    this.#tail = new LiveTail(head);
    this.#reader = new LogReader(database, types, index);
    const writer = new LogWriter({ database, types, index, tips, digest });
    this.#commits = new GroupCommit(database, writer, this.#tail);
    this.#release = release;
  }

  async append(append: Append): Promise<AppendOutcome> {
    const result = await this.#commits.submit(append);
    if (result instanceof Error) throw result;
    return result;
  }

  async appendMany(appends: readonly Append[]): Promise<readonly AppendResult[]> {
    return Promise.all(this.#commits.submitAll(appends));
  }

  async appendInOrder(appends: readonly Append[]): Promise<readonly AppendOutcome[]> {
    const results = await this.#commits.submitInOrder(appends);
    if (results instanceof Error) throw results;
    return results;
  }

  async read(stream: StreamName, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    const { through, limit, first } = rangeOf(options);
    let from = first;
    let hash = options.after?.hash;
    const events: RecordedEvent[] = [];
    while (events.length < limit) {
      const wanted = Math.min(PAGE, limit - events.length);
      const range = { from, through, limit: wanted, head: this.#tail.position };
      const records = this.#reading(stream, () => this.#reader.stream(stream, range, hash));
      for (const record of records) events.push(toRecordedEvent(record));
      if (records.length < wanted) break;
      from += records.length;
      hash = records.at(-1)?.hash;
      await nextTurn();
    }
    return events;
  }

  async readAll(options: ReadAllOptions): Promise<Batch> {
    const { limit, pastDamage } = options;
    const some = new Sifted(pastDamage);
    let through = this.#known(options.after);
    let left = PART_BYTES;
    while (left > 0 && some.size < limit && through < this.#tail.position) {
      const wanted = { limit: Math.min(PAGE, limit - some.size), maxBytes: left };
      const page = this.#page(through, { ...options, ...wanted });
      for (const record of page.records) some.add(toRecordedEvent(record));
      some.addDamaged(page.damaged);
      through = page.through;
      left -= page.bytes;
      await nextTurn();
    }
    return some.batch(toPosition(through), through === this.#tail.position);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<Batch> {
    const start = (): number => this.#known(options.after);
    const page = (position: number): ReturnType<LogReader['page']> =>
      this.#page(position, { ...options, limit: Math.min(PAGE, options.maxBatch), maxBytes: PART_BYTES });
    return follow({ tail: this.#tail, page, start, options });
  }

  async head(): Promise<Position> {
    return toPosition(this.#tail.position);
  }

  isPosition(text: string): boolean {
    return isPosition(text);
  }

  refusal(): string | undefined {
    return this.#commits.refusal;
  }

  async close(): Promise<void> {
    await this.#commits.close();
    if (this.#tail.closed) return;
    this.#tail.close();
    this.#release();
  }

  /** A checkpoint beyond the end was taken from a log that was longer. */
  #known(position: Position): number {
    const after = fromPosition(position);
    if (after <= this.#tail.position) return after;
    throw new RecordDamaged(
      `the log ends at ${toPosition(this.#tail.position)}, before ${position}: its tail is missing`,
    );
  }

  #page(after: number, options: Parameters<LogReader['page']>[2]): ReturnType<LogReader['page']> {
    return this.#reading(`the log after ${toPosition(after)}`, () =>
      this.#reader.page(after, this.#tail.position, options),
    );
  }

  #reading<Result>(what: string, read: () => Result): Result {
    if (this.#tail.closed) throw new LogUnavailable('the log is closed');
    try {
      return read();
    } catch (error) {
      if (error instanceof RecordDamaged) throw error;
      if (isDamage(error)) throw new RecordDamaged(`${what}: the file is damaged`, { cause: error });
      throw new LogUnavailable(`${what} cannot be read`, { cause: error });
    }
  }
}

const rangeOf = ({
  after,
  through,
  limit,
}: ReadOptions): { first: number; through: number; limit: number } => ({
  first: after === undefined ? 0 : Number(after.revision) + 1,
  through: Number(through ?? Number.MAX_SAFE_INTEGER),
  limit: limit ?? Number.MAX_SAFE_INTEGER,
});
