import { createHash } from 'node:crypto';
import type { Database, Statement } from '../../sqlite/index.js';
import { RecordDamaged } from '../port.js';
import { HASH_BYTES } from './records.js';

/** Events between two digests. */
const SPAN = 10_000;

/**
 * SHA-256 over the digest before and the hashes of the next 10,000 events in log order, kept in a table, so that a log
 * whose tail was cut, or whose events were exchanged, shows when it is opened.
 */
export class RunningDigest {
  readonly #insert: Statement<never>;
  readonly #hashes: Statement<readonly [Buffer]>;
  readonly #database: Database;
  /** Hashes since the last digest. */
  readonly #span = Buffer.alloc(SPAN * HASH_BYTES);
  #last = Buffer.alloc(HASH_BYTES);

  /** Throws `RecordDamaged` when the last complete span or what follows it is not what was written. */
  constructor(database: Database, head: number) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO log_digests (position, digest) VALUES (?, ?)');
    this.#hashes = database.prepare(
      'SELECT CAST(hash AS BLOB) FROM events WHERE position > ? AND position <= ? ORDER BY position',
    );
    const complete = this.#checkLastSpan();
    if (complete > head || head - complete >= SPAN) {
      throw new RecordDamaged(
        `the log ends at position ${head}, its digests at ${complete}: events are missing`,
      );
    }
    this.#load(complete, head);
  }

  /** Takes up the next event, within the transaction that writes it. After one that fails the log takes no more appends. */
  add(position: number, hash: Buffer): void {
    const index = (position - 1) % SPAN;
    hash.copy(this.#span, index * HASH_BYTES);
    if (index + 1 < SPAN) return;
    this.#last = this.#digest();
    this.#insert.run(position, this.#last);
  }

  #digest(): Buffer<ArrayBuffer> {
    return createHash('sha256').update(this.#last).update(this.#span).digest();
  }

  #checkLastSpan(): number {
    const [newest, before] = this.#database
      .prepare<readonly [number, Buffer]>(
        'SELECT position, digest FROM log_digests ORDER BY position DESC LIMIT 2',
      )
      .all();
    if (newest === undefined) return 0;
    const [position, digest] = newest;
    if (before !== undefined) this.#last = Buffer.from(before[1]);
    this.#load(position - SPAN, position);
    this.#last = this.#digest();
    if (!this.#last.equals(digest)) {
      throw new RecordDamaged(`the digest of the log at position ${position} is not that of its events`);
    }
    return position;
  }

  #load(after: number, through: number): void {
    const rows = this.#hashes.all(after, through);
    if (rows.length !== through - after) {
      throw new RecordDamaged(
        `events are missing after position ${after}: ${rows.length} of ${through - after} are there`,
      );
    }
    rows.forEach(([hash], index) => hash.copy(this.#span, index * HASH_BYTES));
  }
}
