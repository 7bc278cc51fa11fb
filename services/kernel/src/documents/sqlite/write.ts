import type { Value } from '../../sqlite/index.js';
import { changeDocument, idOf } from '../changes.js';
import { scalarAt } from '../matching.js';
import type { Change, Document } from '../port.js';
import { ChangeRefused } from '../port.js';
import type { Shape } from './shape.js';
import { writeSideTables } from './side-tables.js';
import { columnValue } from './sql.js';
import type { Statements } from './statements.js';
import { writeWords } from './words.js';

/** What a batch makes of one document: its changes are folded in memory and written once. */
interface Entry {
  readonly before: Document | undefined;
  after: Document | undefined;
  readonly textBefore: string | undefined;
  /** The number of the document's row. */
  readonly no: number;
  last: Change;
}
/** An entry whose document is another one after the batch. */
export interface Changed extends Entry {
  readonly textAfter: string | undefined;
}

/** What the changes of one collection make of its documents; nothing is written yet. Throws `ChangeRefused`. */
export const planChanges = (
  statements: Statements,
  shape: Shape,
  changes: readonly Change[],
): readonly Changed[] => {
  const entries = loadEntries(statements, shape, changes);
  for (const change of changes) fold(entries, change);
  return [...entries.values()].flatMap(difference);
};

/** Writes what was planned. Throws `ChangeRefused` when a unique index refuses it; then a part may be written. */
export const writeChanges = (statements: Statements, shape: Shape, changed: readonly Changed[]): void => {
  for (const entry of changed) clear(statements, shape, entry);
  for (const entry of changed) write(statements, shape, entry);
  writeSideTables(statements, shape, changed);
};

const fold = (entries: Map<string, Entry>, change: Change): void => {
  const id = idOf(change);
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`${id} was not loaded`);
  entry.after = changeDocument(entry.after, change);
  entry.last = change;
  // The last to change is written last, so that of two that collide the later is refused.
  entries.delete(id);
  entries.set(id, entry);
};

const loadEntries = (
  statements: Statements,
  shape: Shape,
  changes: readonly Change[],
): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  const found = new Map(
    statements<readonly [string, number, string]>(
      `SELECT id, no, doc FROM ${shape.table} WHERE id IN (SELECT value FROM json_each(?))`,
    )
      .all(JSON.stringify([...new Set(changes.map(idOf))]))
      .map(([id, no, text]) => [id, { no, text, document: JSON.parse(text) as Document }]),
  );
  let next = nextNumber(statements, shape);
  for (const change of changes) {
    const id = idOf(change);
    if (entries.has(id)) continue;
    const row = found.get(id);
    entries.set(id, {
      before: row?.document,
      after: row?.document,
      textBefore: row?.text,
      no: row?.no ?? next++,
      last: change,
    });
  }
  return entries;
};

const nextNumber = (statements: Statements, shape: Shape): number =>
  (statements<readonly [number | null]>(`SELECT max(no) FROM ${shape.table}`).get()?.[0] ?? 0) + 1;

const difference = (entry: Entry): readonly Changed[] => {
  const textAfter = entry.after && JSON.stringify(entry.after);
  return textAfter === entry.textBefore ? [] : [{ ...entry, textAfter }];
};

/** Takes away what is removed, and what gives up a unique value that another may take in this batch. */
const clear = (statements: Statements, shape: Shape, entry: Changed): void => {
  if (entry.before === undefined) return;
  if (entry.after === undefined || changesUnique(shape, entry.before, entry.after))
    statements(`DELETE FROM ${shape.table} WHERE no = ?`).run(entry.no);
};

const changesUnique = (shape: Shape, before: Document, after: Document): boolean =>
  shape.compounds.some(
    ({ unique, fields }) =>
      unique && fields.some((field) => scalarAt(before, field) !== scalarAt(after, field)),
  );

const write = (statements: Statements, shape: Shape, entry: Changed): void => {
  try {
    put(statements, shape, entry);
  } catch (error) {
    throw isUniqueViolation(error)
      ? new ChangeRefused(`${idOf(entry.last)}: a unique index of ${shape.collection} refused it`, entry.last)
      : error;
  }
  for (const words of shape.words) writeWords(statements, words, entry.no, entry);
};

const put = (statements: Statements, shape: Shape, { before, after, textAfter, no }: Changed): void => {
  if (after === undefined || textAfter === undefined) return;
  if (before === undefined || changesUnique(shape, before, after))
    statements(shape.insertion).run(no, after.id, textAfter, ...columnsOf(shape.stored, after));
  else {
    const stored = shape.stored.filter(({ field }) => scalarAt(before, field) !== scalarAt(after, field));
    const set = ['doc', ...stored.map(({ column }) => column)].map((column) => `${column} = ?`);
    const update = statements(`UPDATE ${shape.table} SET ${set.join(', ')} WHERE no = ?`);
    update.run(textAfter, ...columnsOf(stored, after), no);
  }
};

const columnsOf = (stored: Shape['stored'], document: Document): readonly Value[] =>
  stored.map(({ field }) => columnValue(scalarAt(document, field)));

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
