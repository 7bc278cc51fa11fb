import type { Database, Statement } from '../../sqlite/index.js';
import type { AccessKey } from '../store.js';

/**
 * Entries are JSON; beside them stands what they are looked for by. The number of accesses is told by the first and the
 * last: they go from the old end alone.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accesses (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marks INTEGER NOT NULL,
    user_id TEXT, organization_id TEXT, audited TEXT, entry TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS accesses_by_user ON accesses (user_id, id) WHERE user_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS accesses_by_organization ON accesses (organization_id, id) WHERE organization_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS accesses_by_audited ON accesses (audited, id) WHERE audited IS NOT NULL;
  DROP TABLE IF EXISTS errors;
  CREATE TABLE IF NOT EXISTS forgotten (user_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
`;

const COLUMNS: Readonly<Record<AccessKey, string>> = {
  user: 'user_id',
  organization: 'organization_id',
  audited: 'audited',
};

type Marked = readonly [marks: number, entry: string];

/** The statements of the journal, each prepared once. */
export const statementsOn = (database: Database) => ({
  insert: database.prepare(
    `INSERT OR IGNORE INTO accesses (id, marks, user_id, organization_id, audited, entry) VALUES (?, ?, ?, ?, ?, ?)`,
  ),
  range: prepared((key: AccessKey | undefined, descending: boolean): Statement<Marked> => {
    const of = key === undefined ? '' : `${COLUMNS[key]} = ? AND`;
    const order = descending ? 'DESC' : 'ASC';
    return database.prepare(
      `SELECT marks, entry FROM accesses WHERE ${of} id > ? AND id < ? ORDER BY id ${order} LIMIT ?`,
    );
  }),
  ofUser: database.prepare<readonly [seq: number, entry: string]>(
    `SELECT seq, entry FROM accesses WHERE user_id = ? LIMIT ?`,
  ),
  blank: database.prepare(`UPDATE accesses SET user_id = NULL, entry = ? WHERE seq = ?`),
  span: database.prepare<readonly [number | null, number | null]>(
    `SELECT (SELECT min(seq) FROM accesses), (SELECT max(seq) FROM accesses)`,
  ),
  removeOld: database.prepare(
    `DELETE FROM accesses WHERE id IN (SELECT id FROM accesses WHERE id < ? ORDER BY id LIMIT ?)`,
  ),
  removeFirst: database.prepare(
    `DELETE FROM accesses WHERE seq IN (SELECT seq FROM accesses ORDER BY seq LIMIT ?)`,
  ),
  remember: database.prepare(`INSERT OR REPLACE INTO forgotten VALUES (?, ?)`),
  remembered: database.prepare<readonly [string]>(`SELECT user_id FROM forgotten`),
  forgetNames: database.prepare(`DELETE FROM forgotten WHERE at < ?`),
});

/** Prepares a statement when it is first asked for. */
const prepared = <Key extends string | undefined, Row extends readonly (string | number)[]>(
  prepare: (key: Key, descending: boolean) => Statement<Row>,
): ((key: Key, descending: boolean) => Statement<Row>) => {
  const known = new Map<string, Statement<Row>>();
  return (key, descending) => {
    const name = `${key ?? ''} ${String(descending)}`;
    const statement = known.get(name) ?? prepare(key, descending);
    known.set(name, statement);
    return statement;
  };
};
