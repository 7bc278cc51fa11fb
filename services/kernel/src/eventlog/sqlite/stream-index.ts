import type { Database, Statement } from '../../sqlite/index.js';
import type { StreamName } from '../../base/position.js';

/** Events that are indexed in one go. */
export const INDEXED_AT_ONCE = 2_000;

/** Where the events of a stream are that are not indexed yet: the positions from one revision on. */
interface RecentStream {
  readonly firstRevision: number;
  readonly positions: number[];
}

interface Recent {
  /** The last position that this knows. */
  head: number;
  readonly streams: Map<number, RecentStream>;
  readonly names: Map<StreamName, number>;
}

/** Names that are remembered as no stream's. */
const MOST_ABSENT = 4_000;

/**
 * Finds streams by name and events by stream and revision. Both lie scattered in their tables, and a commit writes
 * whole pages: entries are therefore kept in memory and written, sorted, with every 2,000th event. What is not indexed
 * is what stands after the last multiple of 2,000; it is read again when the log is opened.
 */
export class StreamIndex {
  readonly #database: Database;
  readonly #key: Statement<readonly [number]>;
  readonly #nameOf: Statement<readonly [Buffer]>;
  readonly #positions: Statement<readonly [number]>;
  readonly #last: Statement<readonly [number]>;
  readonly #indexNames: Statement<never>;
  readonly #indexEvents: Statement<never>;
  readonly #addStream: Statement<never>;
  #recent: Recent;
  /** Who finds no stream mostly makes one next, and is spared a second search. */
  readonly #absent = new Set<StreamName>();
  #lastKey: number;

  constructor(database: Database, head: number) {
    this.#database = database;
    this.#key = database.prepare('SELECT key FROM stream_names WHERE name = ?');
    this.#nameOf = database.prepare('SELECT CAST(name AS BLOB) FROM stream_names WHERE key = ?');
    this.#positions = database.prepare(
      'SELECT position FROM stream_positions WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision LIMIT ?',
    );
    this.#last = database.prepare(
      'SELECT position FROM stream_positions WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
    this.#indexNames = database.prepare(
      `INSERT INTO stream_names (name, key) SELECT s.name, s.key FROM events e JOIN streams s ON s.key = e.stream
        WHERE e.position > ? AND e.position <= ? AND e.revision = 0 ORDER BY s.name`,
    );
    this.#indexEvents = database.prepare(
      `INSERT INTO stream_positions (stream, revision, position) SELECT stream, revision, position FROM events
        WHERE position > ? AND position <= ? ORDER BY stream, revision`,
    );
    this.#addStream = database.prepare('INSERT INTO streams (key, name) VALUES (?, ?)');
    this.#lastKey =
      database.prepare<readonly [number]>('SELECT coalesce(max(key), 0) FROM streams').get()?.[0] ?? 0;
    this.#recent = this.#load(head);
  }

  /** The key of a stream, `undefined` when there is none. */
  keyOf(stream: StreamName): number | undefined {
    const recent = this.#recent.names.get(stream);
    if (recent !== undefined) return recent;
    if (this.#absent.has(stream)) return undefined;
    const key = this.#key.get(stream)?.[0];
    if (key === undefined) this.#rememberAbsent(stream);
    return key;
  }

  /** The name under which a stream is found, for the rare case that no other can be trusted: looks at all of them. */
  nameOf(key: number): StreamName | undefined {
    const recent = [...this.#recent.names].find(([, known]) => known === key);
    return recent?.[0] ?? this.#nameOf.get(key)?.[0].toString();
  }

  /** Makes a stream that is not there, within the transaction that writes its first event. */
  create(stream: StreamName): number {
    this.#lastKey += 1;
    this.#addStream.run(this.#lastKey, stream);
    this.#recent.names.set(stream, this.#lastKey);
    this.#absent.delete(stream);
    return this.#lastKey;
  }

  #rememberAbsent(stream: StreamName): void {
    if (this.#absent.size >= MOST_ABSENT) this.#absent.clear();
    this.#absent.add(stream);
  }

  /** Takes up an event within the transaction that writes it. */
  add(key: number, revision: number, position: number): void {
    this.#note(key, revision, position);
    if (position % INDEXED_AT_ONCE !== 0) return;
    this.#indexNames.run(position - INDEXED_AT_ONCE, position);
    this.#indexEvents.run(position - INDEXED_AT_ONCE, position);
    this.#recent = empty(position);
  }

  /** The transaction was undone and the log ends there. Throws what the database throws. */
  rollBack(head: number): void {
    if (this.#recent.head !== head) this.#recent = this.#load(head);
  }

  /** Position of the last event of a stream. */
  lastOf(key: number): number | undefined {
    return this.#recent.streams.get(key)?.positions.at(-1) ?? this.#last.get(key)?.[0];
  }

  /** Positions of a stream's events in order of their revisions, `through` inclusive. */
  positionsOf(key: number, from: number, through: number, limit: number): readonly number[] {
    const positions = this.#positions.all(key, from, through, limit).map(([position]) => position);
    const recent = this.#recent.streams.get(key);
    if (recent === undefined || positions.length === limit) return positions;
    const start = Math.max(0, from - recent.firstRevision);
    const end = Math.min(through - recent.firstRevision + 1, start + limit - positions.length);
    return positions.concat(recent.positions.slice(start, Math.max(start, end)));
  }

  #note(key: number, revision: number, position: number): void {
    const known = this.#recent.streams.get(key);
    if (known === undefined)
      this.#recent.streams.set(key, { firstRevision: revision, positions: [position] });
    else known.positions.push(position);
    this.#recent.head = position;
  }

  #load(head: number): Recent {
    const indexed = head - (head % INDEXED_AT_ONCE);
    this.#recent = empty(indexed);
    const rows = this.#database
      .prepare<readonly [number, number, number, Buffer | null]>(
        `SELECT e.stream, e.revision, e.position, CAST(s.name AS BLOB) FROM events e
          LEFT JOIN streams s ON s.key = e.stream AND e.revision = 0 WHERE e.position > ? ORDER BY e.position`,
      )
      .all(indexed);
    for (const [key, revision, position, name] of rows) {
      if (name !== null) this.#recent.names.set(name.toString(), key);
      this.#note(key, revision, position);
    }
    return this.#recent;
  }
}

const empty = (head: number): Recent => ({ head, streams: new Map(), names: new Map() });
