import type { Steps } from '../../clock/steps.js';
import { fitting, type FoundPart } from '../page-part.js';
import type { Document } from '../port.js';
import type { Statements } from './statements.js';

/** A document of a page: its text, where it is not too long to be read with the others. */
export type Row = readonly [id: string, bytes: number, text: string | null];

/** What is selected of a row `d`: its text up to so many bytes. */
export const ROW = 'd.id, octet_length(d.doc), CASE WHEN octet_length(d.doc) <= ? THEN d.doc END';

/** So long may a text be that is read with those of so many rows, for all of them to fit into a page. */
export const shareOf = (mostBytes: number, rows: number): number =>
  Math.min(Math.floor(mostBytes / Math.max(rows, 1)), Number.MAX_SAFE_INTEGER);

/** Rows of a table, in the order of the ids. */
export const readRows = (
  statements: Statements,
  table: string,
  ids: readonly string[],
  mostBytes: number,
): readonly Row[] =>
  statements<Row>(
    `SELECT ${ROW} FROM json_each(?) i CROSS JOIN ${table} d ON d.id = i.value ORDER BY i.key`,
  ).all(shareOf(mostBytes, ids.length), JSON.stringify(ids));

export const readText = (statements: Statements, table: string, [id, , text]: Row): string =>
  text ?? statements<readonly [string]>(`SELECT doc FROM ${table} WHERE id = ?`).get(id)![0];

/** The documents of rows, as many as fit. */
export const parsedRows = (
  rows: readonly Row[],
  mostBytes: number,
  textOf: (row: Row) => string,
): Steps<FoundPart> => {
  const read = (row: Row) => (): (() => Document) => {
    const text = textOf(row);
    return () => JSON.parse(text) as Document;
  };
  return fitting(
    rows.map((row) => ({ bytes: row[1], read: read(row) })),
    mostBytes,
  );
};
