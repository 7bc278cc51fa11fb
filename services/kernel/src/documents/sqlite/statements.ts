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
