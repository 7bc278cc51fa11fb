import type { Value } from '../../sqlite/index.js';
import type { Condition, Scalar } from '../port.js';
import { isList, isRange, type Range } from '../matching.js';
import { ABSENT } from './shape.js';

/** A piece of SQL with the values of its question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

export const sql = (text: string, ...values: readonly Value[]): Sql => ({ text, values });

export const joined = (parts: readonly Sql[], separator: string): Sql => ({
  text: parts.map(({ text }) => text).join(separator),
  values: parts.flatMap(({ values }) => values),
});

export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql('') : joined([sql(' WHERE '), joined(conditions, ' AND ')], '');

/** A scalar as the columns hold it. The driver takes no NUL in texts. */
export const columnValue = (value: Scalar): Value => {
  if (value === null) return -Infinity;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? textValue(value) : value;
};

export const textValue = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;

export const oneOf = (column: string, values: readonly Scalar[]): Sql =>
  values.length === 1
    ? sql(`${column} = ?`, ...values.map(columnValue))
    : sql(`${column} IN (${values.map(() => '?').join(', ')})`, ...values.map(columnValue));

/** An end of a range. */
export type End = 'from' | 'to';

/**
 * A condition on a column; a range holds only values that are there. Of two lower bounds SQLite would scan from the first,
 * so `but` leaves out the end that something else guarantees.
 */
export const conditionOn = (column: string, condition: Condition, but?: End): readonly Sql[] => {
  if (isList(condition)) return [oneOf(column, condition)];
  if (!isRange(condition)) return [oneOf(column, [condition])];
  const { from, to } = without(condition, but);
  const lower = isBound(from) ? sql(`${column} >= ?`, columnValue(from)) : sql(`${column} > ${ABSENT}`);
  return [
    ...(but === 'from' ? [] : [lower]),
    ...(isBound(to) ? [sql(`${column} < ?`, columnValue(to))] : []),
  ];
};

/** An id is a text that is always there: after every number, equal to none. Its column would take a number for a text. */
export const conditionOnId = (column: string, condition: Condition, but?: End): readonly Sql[] => {
  if (isList(condition)) return [oneText(column, condition)];
  if (!isRange(condition)) return [oneText(column, [condition])];
  const { from, to } = without(condition, but);
  if (isBound(to) && typeof to !== 'string') return [NOTHING];
  return [
    ...(typeof from === 'string' ? [sql(`${column} >= ?`, textValue(from))] : []),
    ...(typeof to === 'string' ? [sql(`${column} < ?`, textValue(to))] : []),
  ];
};

const without = (range: Range, end: End | undefined): Range =>
  end === undefined ? range : { ...range, [end]: undefined };

const oneText = (column: string, values: readonly Scalar[]): Sql => {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === 0 ? NOTHING : oneOf(column, texts);
};

const NOTHING = sql('0');

const isBound = (value: Scalar | undefined): value is string | number | boolean =>
  value !== undefined && value !== null;
