import type { Steps } from '../../clock/steps.js';
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
export function* planChanges(
  statements: Statements,
  shape: Shape,
  changes: readonly Change[],
): Steps<readonly Changed[]> {
  const entries = yield* loadEntries(statements, shape, changes);
  for (const change of changes) {
    fold(entries, change);
    yield;
  }
  const changed: Changed[] = [];
  for (const entry of entries.values()) {
    const textAfter = entry.after && JSON.stringify(entry.after);
    if (textAfter !== entry.textBefore) changed.push({ ...entry, textAfter });
    yield;
  }
  return changed;
}

/** Writes what was planned. Throws `ChangeRefused` when a unique index refuses it; then a part may be written. */
export function* writeChanges(
  statements: Statements,
  shape: Shape,
  changed: readonly Changed[],
): Steps<void> {
  for (const entry of changed) {
    clear(statements, shape, entry);
    yield;
  }
  for (const entry of changed) {
    write(statements, shape, entry);
    yield;
  }
  yield* writeSideTables(statements, shape, changed);
}

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

/** So many documents are read at once. */
const LOADED = 200;

function* loadEntries(
  statements: Statements,
  shape: Shape,
  changes: readonly Change[],
): Steps<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const found = yield* load(statements, shape, [...new Set(changes.map(idOf))]);
  let next = nextNumber(statements, shape);
  for (const change of changes) {
    const id = idOf(change);
    if (entries.has(id)) continue;
    const { no = next++, text: textBefore, document } = found.get(id) ?? NOTHING;
    entries.set(id, { before: document, after: document, textBefore, no, last: change });
  }
  return entries;
}

/** A document as it stands. */
interface Found {
  readonly no: number;
  readonly text: string;
  readonly document: Document;
}
const NOTHING: Partial<Found> = {};

function* load(
  statements: Statements,
  shape: Shape,
  ids: readonly string[],
): Steps<ReadonlyMap<string, Partial<Found>>> {
  const found = new Map<string, Found>();
  for (let from = 0; from < ids.length; from += LOADED)
    for (const [id, no, text] of rowsOf(statements, shape, ids.slice(from, from + LOADED))) {
      found.set(id, { no, text, document: JSON.parse(text) as Document });
      yield;
    }
  return found;
}

const rowsOf = (
  statements: Statements,
  shape: Shape,
  ids: readonly string[],
): readonly (readonly [id: string, no: number, text: string])[] =>
  statements<readonly [string, number, string]>(
    `SELECT id, no, doc FROM ${shape.table} WHERE id IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids));

const nextNumber = (statements: Statements, shape: Shape): number =>
  (statements<readonly [number | null]>(`SELECT max(no) FROM ${shape.table}`).get()?.[0] ?? 0) + 1;

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
