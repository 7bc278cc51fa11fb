import type { Database, Statement } from '../../sqlite/index.js';
import type { StreamName } from '../../base/position.js';
import type { StreamIndex } from './stream-index.js';

export interface KnownStream {
  readonly key: number;
  /** Revision and hash (64 hex digits) of the last event. */
  readonly revision: number;
  readonly hash: string;
  readonly position: number;
}

const LIMIT = 10_000;

/**
 * Where streams end. During a transaction new tips are kept apart, so that later appends of the same batch see them
 * and the rest of the process does not (law 4).
 */
export class StreamTips {
  readonly #committed = new Map<StreamName, KnownStream>();
  /** Stands before the oldest. One that began anew each time would pass over all that is gone from the front. */
  readonly #oldest = this.#committed.keys();
  readonly #staged = new Map<StreamName, KnownStream>();
  readonly #index: StreamIndex;
  readonly #event: Statement<readonly [number, Buffer]>;

  constructor(database: Database, index: StreamIndex) {
    this.#index = index;
    this.#event = database.prepare('SELECT revision, CAST(hash AS BLOB) FROM events WHERE position = ?');
  }

  /** The tip as the transaction sees it. Throws when the index leads nowhere. */
  find(stream: StreamName): KnownStream | undefined {
    const known = this.#staged.get(stream) ?? this.#committed.get(stream);
    if (known !== undefined) return known;
    const key = this.#index.keyOf(stream);
    if (key === undefined) return undefined;
    const position = this.#index.lastOf(key);
    const row = position === undefined ? undefined : this.#event.get(position);
    if (position === undefined || row === undefined) throw new Error(`the end of ${stream} cannot be found`);
    const found = { key, position, revision: row[0], hash: row[1].toString('hex') };
    this.#keep(stream, found);
    return found;
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
    const oldest = this.#committed.size > LIMIT ? this.#oldest.next() : undefined;
    if (oldest?.done === false) this.#committed.delete(oldest.value);
  }
}
