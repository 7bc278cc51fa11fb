import type { Database, Statement } from '../../sqlite/index.js';
import type { StreamName } from '../port.js';

export interface KnownStream {
  readonly key: number;
  /** Revision and hash (64 hex digits) of the last event. */
  readonly revision: number;
  readonly hash: string;
}

const LIMIT = 50_000;

/**
 * Where streams end. During a transaction new tips are kept apart, so that later appends of the same batch see them
 * and the rest of the process does not (law 4).
 */
export class StreamTips {
  readonly #committed = new Map<StreamName, KnownStream>();
  readonly #staged = new Map<StreamName, KnownStream>();
  readonly #find: Statement<readonly [number, number, Buffer]>;
  readonly #add: Statement<never>;
  #lastKey: number;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT s.key, e.revision, e.hash FROM streams s JOIN events e ON e.stream = s.key
        WHERE s.name = ? ORDER BY e.revision DESC LIMIT 1`,
    );
    this.#add = database.prepare('INSERT OR IGNORE INTO streams (key, name) VALUES (?, ?)');
    this.#lastKey =
      database.prepare<readonly [number]>('SELECT coalesce(max(key), 0) FROM streams').get()?.[0] ?? 0;
  }

  /** The tip as the transaction sees it. */
  find(stream: StreamName): KnownStream | undefined {
    const known = this.#staged.get(stream) ?? this.#committed.get(stream);
    if (known !== undefined) return known;
    const row = this.#find.get(stream);
    if (row === undefined) return undefined;
    const found = { key: row[0], revision: row[1], hash: row[2].toString('hex') };
    this.#keep(stream, found);
    return found;
  }

  /** Makes a stream within the transaction; `undefined` when there is one of that name. Its tip is set next. */
  create(stream: StreamName): number | undefined {
    if (this.#staged.has(stream) || this.#committed.has(stream)) return undefined;
    if (this.#add.run(this.#lastKey + 1, stream) === 0) return undefined;
    this.#lastKey += 1;
    return this.#lastKey;
  }

  stage(stream: StreamName, tip: KnownStream): void {
    this.#staged.set(stream, tip);
  }

  /** The transaction is on disk. */
  commit(): void {
    for (const [stream, tip] of this.#staged) this.#keep(stream, tip);
    this.#staged.clear();
  }

  /** The transaction was undone. */
  rollBack(): void {
    this.#staged.clear();
  }

  /** The one that was written or loaded longest ago goes first. */
  #keep(stream: StreamName, tip: KnownStream): void {
    this.#committed.delete(stream);
    this.#committed.set(stream, tip);
    if (this.#committed.size <= LIMIT) return;
    for (const oldest of this.#committed.keys()) {
      this.#committed.delete(oldest);
      return;
    }
  }
}
