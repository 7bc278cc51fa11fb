import { compareKeys, isRange, type Key, type Range } from '../matching.js';
import type { Condition, Filter, FindOptions, Scalar } from '../port.js';
import { ROW, shareOf } from './page-rows.js';
import type { Driver } from './plan.js';
import { equalities, sideOf } from './plan.js';
import type { Shape, Side } from './shape.js';
import { columnOf } from './shape.js';
import type { End, Sql } from './sql.js';
import { columnValue, conditionOn, conditionOnId, joined, oneOf, sql, textValue, where } from './sql.js';

/** So many scans are merged in one statement (SQLite takes 500); with more values one scan sorts them all. */
const MOST_ARMS = 200;

export interface Order {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
  readonly after: FindOptions['after'];
}
/** What is looked for; without an order it is counted. */
export interface Search {
  readonly shape: Shape;
  readonly filter: Filter;
  readonly order: Order | undefined;
  readonly limit: number;
}

export type Arm = ReadonlyMap<string, readonly Scalar[]>;
/** In an arm the side table's value stands beside the fields; no field has this name. */
export const VALUE = '';

/** Every combination of the driver's values by itself, or all at once when there are too many. */
export const armsOf = (driver: Driver, filter: Filter): readonly Arm[] => {
  const choices: (readonly [string, readonly Scalar[]])[] = driver.equal.map((field) => [
    field,
    [...new Set(equalities(filter, field) ?? [])],
  ]);
  if (driver.source.kind === 'side') choices.unshift([VALUE, [...new Set(driver.source.values)]]);
  if (choices.reduce((product, [, values]) => product * values.length, 1) > MOST_ARMS)
    return [new Map(choices)];
  return choices.reduce<readonly Arm[]>(
    (arms, [field, values]) => arms.flatMap((arm) => values.map((value) => new Map(arm).set(field, [value]))),
    [new Map()],
  );
};

export const scanArm = (search: Search, driver: Driver, arm: Arm, extra: readonly Sql[]): Sql => {
  const side = driver.source.kind === 'side' ? driver.source.side : undefined;
  const checks = [...checksOn(search, driver), ...extra];
  const from = sql(
    `SELECT ${sortColumn(search, side)} AS k, ${side ? 's.id' : 'd.id'} AS id FROM ${sourceOf(search, driver, checks.length > 0)}`,
  );
  return joined([from, where(conditionsOf(search, driver, arm, checks))], '');
};

/** One arm that needs no side table gives its documents in order, without looking them up again. */
export const documentsOfArm = (
  search: Search,
  order: Order,
  driver: Driver,
  arm: Arm,
  mostBytes: number,
): Sql => {
  const share = shareOf(mostBytes, search.limit);
  const from = sql(`SELECT ${ROW} FROM ${sourceOf(search, driver, true)}`, share);
  const by = `${sortColumn(search, undefined)} ${order.direction}, d.id ${order.direction}`;
  const conditions = where(conditionsOf(search, driver, arm, checksOn(search, driver)));
  return joined([from, conditions, sql(` ORDER BY ${by} LIMIT ?`, search.limit)], '');
};

const conditionsOf = (search: Search, driver: Driver, arm: Arm, checks: readonly Sql[]): readonly Sql[] => {
  const side = driver.source.kind === 'side' ? driver.source.side : undefined;
  return [
    ...Array.from(arm, ([field, values]) =>
      oneOf(field === VALUE ? 's.value' : columnIn(search.shape, side, field), values),
    ),
    ...(side?.kind === 'readers' ? [notExpired('s', search.filter.readers?.at ?? '')] : []),
    ...checks,
    ...afterOf(search, side),
  ];
};

/** The documents' table is joined to a side table only when it is asked something. */
const sourceOf = (search: Search, { source }: Driver, checked: boolean): string => {
  const { table } = search.shape;
  switch (source.kind) {
    case 'table':
      return `${table} d`;
    case 'index':
      return `${table} d INDEXED BY ${source.index}`;
    case 'side':
      return checked || sortColumn(search, source.side).startsWith('d.')
        ? `${source.side.table} s CROSS JOIN ${table} d ON d.id = s.id`
        : `${source.side.table} s`;
    default:
      return source satisfies never;
  }
};

const columnIn = (shape: Shape, side: Side | undefined, field: string): string => {
  if (side === undefined) return `d.${columnOf(shape, field)}`;
  if (field === 'id') return 's.id';
  const at = side.then.indexOf(field);
  return at < 0 ? `d.${columnOf(shape, field)}` : `s.c${at}`;
};

export const sortColumn = ({ shape, order }: Search, side: Side | undefined): string =>
  order === undefined ? '0' : columnIn(shape, side, order.field);

export const afterOf = (search: Search, side: Side | undefined): readonly Sql[] => {
  const { order } = search;
  if (order?.after === undefined) return [];
  const { value, id } = order.after;
  const sign = order.direction === 'ASC' ? '>' : '<';
  const idColumn = side ? 's.id' : 'd.id';
  if (order.field === 'id') return [sql(`${idColumn} ${sign} ?`, textValue(id))];
  return [
    sql(`(${sortColumn(search, side)}, ${idColumn}) ${sign} (?, ?)`, columnValue(value), textValue(id)),
  ];
};

/** What the driver does not guarantee by itself. */
export const checksOn = (search: Search, driver: Driver | undefined): readonly Sql[] => {
  const { shape, filter } = search;
  const side = driver?.source.kind === 'side' ? driver.source.side : undefined;
  const drives = (kind: Side['kind'], field: string): boolean => side?.kind === kind && side.field === field;
  const fields = Object.entries(filter.fields ?? {})
    .filter(([field]) => driver?.equal.includes(field) !== true)
    .flatMap(([field, condition]) => {
      const on = field === 'id' ? conditionOnId : conditionOn;
      return on(columnIn(shape, side, field), condition, guaranteedEnd(search.order, field, condition));
    });
  const anys = Object.entries(filter.any ?? {})
    .filter(([field]) => !drives('multikey', field))
    .map(([field, values]) => exists(shape, sideOf(shape, 'multikey', field), values, []));
  const { readers } = filter;
  if (readers === undefined || drives('readers', readers.field)) return [...fields, ...anys];
  const readersSide = sideOf(shape, 'readers', readers.field);
  return [...fields, ...anys, exists(shape, readersSide, readers.tokens, [notExpired('x', readers.at)])];
};

/** The end of a range that the last document of the page before was within already. */
const guaranteedEnd = (order: Search['order'], field: string, condition: Condition): End | undefined => {
  if (order?.after === undefined || order.field !== field || !isRange(condition)) return undefined;
  const last = field === 'id' ? order.after.id : order.after.value;
  return order.direction === 'DESC' ? endAbove(last, condition) : endBelow(last, condition);
};

const endAbove = (last: Scalar, { to }: Range): End | undefined =>
  compareHeld(last, to) < 0 ? 'to' : undefined;
/** A range holds only values that are there. */
const endBelow = (last: Scalar, { from }: Range): End | undefined =>
  last !== null && compareHeld(last, from) >= 0 ? 'from' : undefined;
const compareHeld = (one: Scalar, other: Scalar = null): number => compareKeys(asHeld(one), asHeld(other));
const asHeld = (value: Scalar): Key => ({
  id: '',
  value: typeof value === 'string' ? textValue(value) : value,
});

const notExpired = (alias: string, at: string): Sql => sql(`${alias}.until > ?`, Date.parse(at));

/** Looks the row up by its whole key, which the document's own fields give. */
const exists = (shape: Shape, side: Side, values: readonly string[], more: readonly Sql[]): Sql => {
  const then = side.then.map((field, n) => sql(`x.c${n} = d.${columnOf(shape, field)}`));
  return existsWhere(side, [oneOf('x.value', values), ...then, sql('x.id = d.id'), ...more]);
};

/** A document that another arm with these values does not give: its rows differ in their values only. */
export const notAmong = ({ filter }: Search, side: Side, values: readonly Scalar[]): Sql => {
  const then = side.then.map((_, n) => sql(`x.c${n} = s.c${n}`));
  const living = side.kind === 'readers' ? [notExpired('x', filter.readers?.at ?? '')] : [];
  const found = existsWhere(side, [oneOf('x.value', values), ...then, sql('x.id = s.id'), ...living]);
  return joined([sql('NOT '), found], '');
};

const existsWhere = (side: Side, conditions: readonly Sql[]): Sql =>
  joined([sql(`EXISTS (SELECT 1 FROM ${side.table} x`), where(conditions), sql(')')], '');
