import type { Steps } from '../../clock/steps.js';
import type { Json } from '../../base/json-value.js';
import { valueAt } from '../changes.js';
import { readerEntry, scalarAt } from '../matching.js';
import type { Document, Scalar } from '../port.js';
import type { Side, Shape } from './shape.js';
import { ABSENT } from './shape.js';
import type { Statements } from './statements.js';

/** A document before and after a batch. */
export interface Difference {
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

/** The columns of a side row in their order; `null` where a field is absent, and for readers without an end. */
type Row = readonly [string, ...(Json | undefined)[]];

/** So many rows are written by one statement: a few milliseconds. */
const ROWS = 1_000;

/** Writes what differs in the side tables, in as few statements for each table as leave others their turn. */
export function* writeSideTables(
  statements: Statements,
  shape: Shape,
  differences: readonly Difference[],
): Steps<void> {
  for (const side of shape.sides) {
    let rows: Rewritten = { removed: [], added: [] };
    for (const difference of differences) {
      compareRows(side, difference, rows);
      yield;
      if (rows.removed.length + rows.added.length < ROWS) continue;
      writeRows(statements, side, rows);
      rows = { removed: [], added: [] };
    }
    writeRows(statements, side, rows);
  }
}

/** The rows of some documents, which no other document has. */
interface Rewritten {
  readonly removed: Row[];
  readonly added: Row[];
}

const writeRows = (statements: Statements, side: Side, { removed, added }: Rewritten): void => {
  if (removed.length > 0) statements(removalFrom(side)).run(JSON.stringify(removed));
  if (added.length > 0) statements(additionTo(side)).run(JSON.stringify(added.sort(byKey)));
};

const NO_ROWS: Rows = { id: '', then: [], ends: new Map() };

const compareRows = (side: Side, { before, after }: Difference, { removed, added }: Rewritten): void => {
  const old = rowsOf(side, before);
  const fresh = rowsOf(side, after);
  const moved = old.then.some((value, n) => value !== fresh.then[n]);
  for (const [text, until] of fresh.ends)
    if (moved || old.ends.get(text) !== until) added.push([text, ...fresh.then, fresh.id, until]);
  for (const text of old.ends.keys())
    if (moved || !fresh.ends.has(text)) removed.push([text, ...old.then, old.id]);
};

/** What a document has in a side table: a row for each text, all with the same ordering fields. */
interface Rows {
  readonly id: string;
  readonly then: readonly Scalar[];
  /** Text or token → the end in milliseconds; `null` for ever. */
  readonly ends: ReadonlyMap<string, number | null>;
}

const rowsOf = (side: Side, document: Document | undefined): Rows => {
  if (document === undefined) return NO_ROWS;
  const value = valueAt(document, side.field);
  const elements = Array.isArray(value) ? (value as readonly Json[]) : [];
  return {
    id: document.id,
    then: side.then.map((field) => scalarAt(document, field)),
    ends: side.kind === 'readers' ? readersIn(elements) : textsIn(elements),
  };
};

const textsIn = (elements: readonly Json[]): ReadonlyMap<string, null> =>
  new Map(elements.filter((element) => typeof element === 'string').map((text) => [text, null]));

/** The latest end of each token. */
const readersIn = (elements: readonly Json[]): ReadonlyMap<string, number | null> => {
  const latest = new Map<string, number>();
  for (const element of elements) {
    const entry = readerEntry(element);
    if (entry) latest.set(entry.token, Math.max(entry.untilMs, latest.get(entry.token) ?? -Infinity));
  }
  // An entry that nobody can read any more (-Infinity) is no row.
  return new Map(
    Array.from(latest, ([token, until]) => [token, until === Infinity ? null : until] as const).filter(
      ([, until]) => until !== -Infinity,
    ),
  );
};

/** Neighbours in the table are written together. */
const byKey = ([a]: Row, [b]: Row): number => (a < b ? -1 : a > b ? 1 : 0);

const keyOf = (side: Side): readonly string[] => ['value', ...side.then.map((_, n) => `c${n}`), 'id'];

/** JSON has no infinity, so that null stands for it and becomes it here. */
const keyFromJson = (side: Side): string => {
  const then = side.then.map((_, n) => `coalesce(value ->> ${n + 1}, ${ABSENT})`);
  return ['value ->> 0', ...then, `value ->> ${side.then.length + 1}`].join(', ');
};

const additionTo = (side: Side): string => {
  const until = side.kind === 'readers' ? `, coalesce(value ->> ${side.then.length + 2}, 9e999)` : '';
  return `INSERT OR REPLACE INTO ${side.table} SELECT ${keyFromJson(side)}${until} FROM json_each(?)`;
};

const removalFrom = (side: Side): string =>
  `DELETE FROM ${side.table} WHERE (${keyOf(side).join(', ')}) IN (SELECT ${keyFromJson(side)} FROM json_each(?))`;
