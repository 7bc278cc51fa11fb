import type { Column, Database, Statement } from '../../sqlite/index.js';

/** Prepared statements by their text. */
export type Statements = <Row extends readonly Column[]>(sql: string) => Statement<Row>;

/** Pages have many shapes: beyond this many texts all are forgotten and prepared again. */
const MOST_KEPT = 500;

export const keepStatements = (database: Database): Statements => {
  const kept = new Map<string, Statement<never>>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const statement = database.prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
};

/** The texts of documents, in the order of the ids; those that are not there are left out. */
export const readTexts = (statements: Statements, table: string, ids: readonly string[]): readonly string[] =>
  statements<readonly [string]>(
    `SELECT d.doc FROM json_each(?) i CROSS JOIN ${table} d ON d.id = i.value ORDER BY i.key`,
  )
    .all(JSON.stringify(ids))
    .map(([doc]) => doc);
