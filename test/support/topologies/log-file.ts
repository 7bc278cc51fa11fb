import { hash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import Libsql from 'libsql';

/**
 * Writes into `log.db` of a Cairn that does not run, past every check of the service, but with a right chain of hashes:
 * an event as a release with a bug could have written it. This knows the format of the log of one machine on purpose.
 */

/** Appends an event to a stream: the metadata of its last event, its type unless another is named, other data. */
export const appendTo = (file: string, stream: string, data: object, type?: string): void =>
  inLog(file, (database) => {
    const before = lastOf(database, stream);
    const last = { ...before, ...(type === undefined ? {} : typeIn(database, stream, type)) };
    const next = { position: headOf(database) + 1, revision: last.revision + 1, id: randomUUID() };
    const text = JSON.stringify(data);
    database
      .prepare(
        `INSERT INTO events (position, stream, revision, previous, type, checksum, id, hash, metadata, data)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run([
        next.position,
        last.stream,
        next.revision,
        last.position,
        last.type_key,
        crc32(`${next.position} ${next.revision} ${next.id} ${last.type} ${stream}`),
        Buffer.from(next.id.replaceAll('-', ''), 'hex'),
        chained(last.hash, text, last.metadata),
        last.metadata,
        text,
      ]);
  });

/** Gives the last event of a stream other data, as a fix of what was written wrongly. */
export const mendLast = (file: string, stream: string, data: object): void =>
  inLog(file, (database) => {
    const last = lastOf(database, stream);
    const before = database
      .prepare('SELECT hash FROM events WHERE position = ?')
      .get([last.previous]) as Pick<Row, 'hash'>;
    const text = JSON.stringify(data);
    database
      .prepare('UPDATE events SET data = ?, hash = ? WHERE position = ?')
      .run([text, chained(before.hash, text, last.metadata), last.position]);
  });

interface Row {
  readonly position: number;
  readonly stream: number;
  readonly revision: number;
  readonly previous: number;
  readonly type_key: number;
  readonly type: string;
  readonly hash: Buffer;
  readonly metadata: string;
}

const inLog = (file: string, work: (database: Libsql.Database) => void): void => {
  const database = new Libsql(file);
  try {
    work(database);
  } finally {
    database.close();
  }
};

const lastOf = (database: Libsql.Database, stream: string): Row => {
  const row = database
    .prepare(
      `SELECT e.position, e.stream, e.revision, e.previous, e.type AS type_key, t.type, e.hash, e.metadata
        FROM events e JOIN streams s ON s.key = e.stream JOIN event_types t ON t.key = e.type
        WHERE s.name = ? ORDER BY e.revision DESC LIMIT 1`,
    )
    .get([stream]) as Row | undefined;
  if (row === undefined) throw new Error(`there is no stream ${stream}`);
  return row;
};

/** The type as the log keeps it, new or known. */
const typeIn = (database: Libsql.Database, stream: string, type: string): Pick<Row, 'type' | 'type_key'> => {
  const of = [stream.slice(0, stream.indexOf('-')), type];
  database
    .prepare(
      `INSERT OR IGNORE INTO event_types (key, category, type) SELECT count(*) + 1, ?, ? FROM event_types`,
    )
    .run(of);
  const { key } = database.prepare('SELECT key FROM event_types WHERE category = ? AND type = ?').get(of) as {
    readonly key: number;
  };
  return { type, type_key: key };
};

const headOf = (database: Libsql.Database): number =>
  (database.prepare('SELECT max(position) AS head FROM events').get() as { head: number }).head;

const chained = (previous: Buffer, data: string, metadata: string): Buffer =>
  Buffer.from(hash('sha256', `${previous.toString('hex')}\0${data}\0${metadata}`, 'hex'), 'hex');
