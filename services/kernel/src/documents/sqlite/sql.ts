import type { Value } from '../../sqlite/index.js';
import type { Condition, Scalar } from '../port.js';
import { isList, isRange } from '../matching.js';
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

/** A condition on a column; a range holds only values that are there. */
export const conditionOn = (column: string, condition: Condition): readonly Sql[] => {
  if (isList(condition)) return [oneOf(column, condition)];
  if (!isRange(condition)) return [oneOf(column, [condition])];
  return [
    sql(`${column} > ${ABSENT}`),
    ...bound(`${column} >= ?`, condition.from),
    ...bound(`${column} < ?`, condition.to),
  ];
};

const bound = (text: string, value: Scalar | undefined): readonly Sql[] =>
  value === undefined || value === null ? [] : [sql(text, columnValue(value))];
