import { changeDocument, idOf, valueAt } from '../changes.js';
import type { Change, Document } from '../port.js';
import { ChangeRefused } from '../port.js';
import type { Shape } from './shape.js';
import { writeSides, writeWords } from './sides.js';
import type { Statements } from './statements.js';

/** What a batch makes of one document: its changes are folded in memory and written once. */
interface Entry {
  readonly before: Document | undefined;
  after: Document | undefined;
  /** The number of the document's row. */
  readonly no: number;
  last: Change;
}

/** Writes the changes of one collection, inside the caller's transaction. Throws `ChangeRefused`. */
export const writeChanges = (statements: Statements, shape: Shape, changes: readonly Change[]): void => {
  const entries = loadEntries(statements, shape, changes);
  for (const change of changes) fold(entries, change);
  const changed = [...entries.values()].filter(differs);
  for (const entry of changed) clear(statements, shape, entry);
  for (const entry of changed) write(statements, shape, entry);
  writeSides(statements, shape, changed);
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
      .map(([id, no, doc]) => [id, { no, document: JSON.parse(doc) as Document }]),
  );
  let next = nextNumber(statements, shape);
  for (const change of changes) {
    const id = idOf(change);
    if (entries.has(id)) continue;
    const row = found.get(id);
    entries.set(id, { before: row?.document, after: row?.document, no: row?.no ?? next++, last: change });
  }
  return entries;
};

const nextNumber = (statements: Statements, shape: Shape): number =>
  (statements<readonly [number | null]>(`SELECT max(no) FROM ${shape.table}`).get()?.[0] ?? 0) + 1;

const differs = ({ before, after }: Entry): boolean => {
  if (before === after) return false;
  return before === undefined || after === undefined || JSON.stringify(before) !== JSON.stringify(after);
};

/** Takes away what is removed, and what gives up a unique value that another may take in this batch. */
const clear = (statements: Statements, shape: Shape, entry: Entry): void => {
  if (entry.before === undefined) return;
  if (entry.after === undefined || changesUnique(shape, entry.before, entry.after))
    statements(`DELETE FROM ${shape.table} WHERE no = ?`).run(entry.no);
};

const changesUnique = (shape: Shape, before: Document, after: Document): boolean =>
  shape.compounds.some(
    ({ unique, fields }) =>
      unique && fields.some((field) => valueAt(before, field) !== valueAt(after, field)),
  );

const write = (statements: Statements, shape: Shape, entry: Entry): void => {
  const { before, after, no, last } = entry;
  if (after !== undefined) {
    try {
      put(statements, shape, before, after, no);
    } catch (error) {
      throw isUniqueViolation(error)
        ? new ChangeRefused(`${after.id}: a unique index of ${shape.collection} refused it`, last)
        : error;
    }
  }
  for (const words of shape.words) writeWords(statements, words, no, entry);
};

const put = (
  statements: Statements,
  shape: Shape,
  before: Document | undefined,
  after: Document,
  no: number,
): void => {
  const text = JSON.stringify(after);
  if (before !== undefined && !changesUnique(shape, before, after))
    statements(`UPDATE ${shape.table} SET doc = ? WHERE no = ?`).run(text, no);
  else statements(`INSERT INTO ${shape.table} (no, id, doc) VALUES (?, ?, ?)`).run(no, after.id, text);
};

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
