import type { Database } from '../../sqlite/index.js';

const FORMAT = 1;

/**
 * Ids are not unique here: a command is recognised within its stream (law 3). `previous` is the position of the
 * stream's event before, 0 for the first. Short columns stand before long ones, so that a scan does not walk through
 * overflow pages. A stream's tip is its last event: it is not written twice.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS log_format (version INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS event_types (
    key INTEGER PRIMARY KEY, category TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (category, type)
  );
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, previous INTEGER NOT NULL,
    type INTEGER NOT NULL, checksum INTEGER NOT NULL, id BLOB NOT NULL, hash BLOB NOT NULL, metadata TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS stream_names (name TEXT PRIMARY KEY, key INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stream_positions (
    stream INTEGER NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (stream, revision)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log_digests (position INTEGER PRIMARY KEY, digest BLOB NOT NULL);
`;

/** Makes the log's tables where there are none. Throws when a newer release wrote them. */
export const prepareSchema = (database: Database): void => {
  database.transaction(() => {
    database.exec(TABLES);
    database.prepare('INSERT OR IGNORE INTO log_format (version) VALUES (?)').run(FORMAT);
  });
  const version = database.prepare<readonly [number]>('SELECT max(version) FROM log_format').get()?.[0];
  if (version !== FORMAT)
    throw new Error(`the log has format ${version ?? 'none'}, this release reads ${FORMAT}`);
};
