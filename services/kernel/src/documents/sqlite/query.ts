import type { Steps } from '../../clock/steps.js';
import type { Column } from '../../sqlite/index.js';
import type { FindPartOptions, FoundPart } from '../page-part.js';
import type { Filter, FindOptions } from '../port.js';
import { parsedRows, readRows, readText, ROW, type Row, shareOf } from './page-rows.js';
import { checkDeclared, matchesNothing, planDriver } from './plan.js';
import type { ReadCache } from './read-cache.js';
import type { Arm, Order, Search } from './scan.js';
import { afterOf, armsOf, checksOn, documentsOfArm, notAmong, scanArm, sortColumn, VALUE } from './scan.js';
import type { Shape } from './shape.js';
import type { Sql } from './sql.js';
import { joined, sql, textValue, where } from './sql.js';
import type { Statements } from './statements.js';
import { type WordSearch, wordSearchOf } from './words.js';

/** With fewer documents that have the words, they are looked up and sorted; with more, the order is followed and each is checked. */
const FEW = 4_000;

/**
 * The documents that fit into so many bytes. Pages that depend on the time or on who asks are not asked for again; the
 * others are kept while the table is as it is.
 */
export const findDocuments = (
  statements: Statements,
  shape: Shape,
  cache: ReadCache,
  options: FindPartOptions,
): Steps<FoundPart> => {
  const { readers, words } = options.filter;
  return readers === undefined && words === undefined && options.after === undefined
    ? cache.page(shape.table, JSON.stringify(options), () => pageOf(statements, shape, options))
    : sharedPageOf(statements, shape, cache, options);
};

/** Of a page that is not kept its documents are: those who see the same in lists of their own find them read. */
function* sharedPageOf(
  statements: Statements,
  shape: Shape,
  cache: ReadCache,
  options: FindPartOptions,
): Steps<FoundPart> {
  const { mostBytes } = options;
  const search = searchOf(shape, options);
  if (search === undefined) return NOTHING;
  const textOf = (row: Row): string => readText(statements, shape.table, row);
  const whole = oneScan(search, search.order, mostBytes);
  if (whole !== undefined) return yield* parsedRows(all<Row>(statements, whole), mostBytes, textOf);
  const found = all<readonly [Column, string]>(statements, scanOf(statements, search));
  const ids = found.map(([, id]) => id);
  const read = (missing: readonly string[]): readonly Row[] =>
    readRows(statements, shape.table, missing, mostBytes);
  return yield* cache.documents(shape.table, ids, mostBytes, read, textOf);
}

function* pageOf(statements: Statements, shape: Shape, options: FindPartOptions): Steps<FoundPart> {
  const { mostBytes } = options;
  const search = searchOf(shape, options);
  if (search === undefined) return NOTHING;
  const page =
    oneScan(search, search.order, mostBytes) ??
    lookedUp(search, search.order, scanOf(statements, search), mostBytes);
  const rows = all<Row>(statements, page);
  return yield* parsedRows(rows, mostBytes, (row) => readText(statements, shape.table, row));
}

/** What is looked for; `undefined` where nothing can be found. Throws for what no index declares. */
const searchOf = (
  shape: Shape,
  { filter, sort, after, limit }: FindOptions,
): (Search & { readonly order: Order }) | undefined => {
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  const direction = descending ? 'DESC' : 'ASC';
  checkDeclared(shape, filter, field);
  if (matchesNothing(filter) || limit <= 0) return undefined;
  return { shape, filter, order: { field, direction, after }, limit };
};

/** The whole page by one scan, where one gives it in order: a sort would carry the documents' texts along. */
const oneScan = (search: Search, order: Order, mostBytes: number): Sql | undefined => {
  if (wordSearchOf(search.shape, search.filter) !== undefined) return undefined;
  const driver = planDriver(search.shape, search.filter, order.field);
  const [arm, ...others] = armsOf(driver, search.filter);
  if (arm === undefined || others.length > 0 || driver.source.kind === 'side') return undefined;
  const isSorted = driver.isOrdered && isSingle(arm);
  if (!isSorted) return undefined;
  return documentsOfArm(search, order, driver, arm, mostBytes);
};

const lookedUp = ({ shape, limit }: Search, { direction }: Order, scan: Sql, mostBytes: number): Sql =>
  joined(
    [
      sql(`SELECT ${ROW} FROM (`, shareOf(mostBytes, limit)),
      scan,
      sql(`) p CROSS JOIN ${shape.table} d ON d.id = p.id ORDER BY p.k ${direction}, p.id ${direction}`),
    ],
    '',
  );

const NOTHING: FoundPart = { documents: [], isCut: false, bytes: 0 };

export const countDocuments = (
  statements: Statements,
  shape: Shape,
  filter: Filter,
  limit: number,
): number => {
  checkDeclared(shape, filter, undefined);
  if (matchesNothing(filter) || limit <= 0) return 0;
  const search: Search = { shape, filter, order: undefined, limit };
  const count = (scan: Sql): number =>
    all<readonly [number]>(statements, joined([sql('SELECT count(*) FROM ('), scan, sql(')')], ''))[0]?.[0] ??
    0;
  return countBySide(search, count) ?? count(scanOf(statements, search));
};

/**
 * What a side table gives, without a sort: the rows of each value by themselves, and of those of the rarer values only
 * the ones that a more frequent value has not given yet. `undefined` when no side table drives it by single values.
 */
const countBySide = (search: Search, count: (scan: Sql) => number): number | undefined => {
  if (wordSearchOf(search.shape, search.filter) !== undefined) return undefined;
  const driver = planDriver(search.shape, search.filter, undefined);
  const arms = armsOf(driver, search.filter);
  if (driver.source.kind !== 'side' || arms.some((arm) => !isSingle(arm))) return undefined;
  const { side } = driver.source;
  const rowsOf = (arm: Arm, checks: readonly Sql[]): number =>
    count(limited(search, scanArm(search, driver, arm, checks)));
  const frequent = arms
    .map((arm) => ({ arm, fields: fieldsOf(arm), rows: rowsOf(arm, []) }))
    .sort((one, other) => other.rows - one.rows);
  let total = 0;
  for (const [index, { arm, fields, rows }] of frequent.entries()) {
    if (rows === 0 || total >= search.limit) break;
    const before = frequent.slice(0, index).filter((earlier) => earlier.fields === fields);
    const values = before.flatMap((earlier) => earlier.arm.get(VALUE) ?? []);
    total += values.length === 0 ? rows : rowsOf(arm, [notAmong(search, side, values)]);
  }
  return Math.min(total, search.limit);
};

const isSingle = (arm: Arm): boolean => [...arm.values()].every((values) => values.length === 1);
/** Arms with other fields have other documents. */
const fieldsOf = (arm: Arm): string => JSON.stringify([...arm].filter(([field]) => field !== VALUE));

const all = <Row extends readonly Column[]>(statements: Statements, query: Sql): Row[] =>
  statements<Row>(query.text).all(...query.values);

/** The first `limit` sort values `k` and ids, each id once. */
const scanOf = (statements: Statements, search: Search): Sql => {
  const words = wordSearchOf(search.shape, search.filter);
  if (words === undefined) return merged(search, []);
  if (readsFew(statements, search)) return merged(search, textsWith(search.filter));
  const matching = matchingOf(words);
  const few = all<readonly [number]>(statements, joined([matching, sql(' LIMIT ?', FEW)], '')).flat();
  if (few.length < FEW) return limited(search, candidates(search, few));
  if (search.filter.readers !== undefined) return merged(search, textsWith(search.filter));
  // The plus keeps SQLite from looking every one of them up for each row.
  const scan = merged(search, [sql('+d.no IN (SELECT no FROM matching)')]);
  return joined([sql('WITH matching (no) AS MATERIALIZED ('), matching, sql(') '), scan], '');
};

/**
 * Whether who asks may read few documents: then these are gone through. The words of all documents are everybody's, and
 * what others have must not cost the one who asks.
 */
const readsFew = (statements: Statements, { shape, filter: { readers } }: Search): boolean =>
  readers !== undefined && countDocuments(statements, shape, { readers }, FEW) < FEW;

/** The words looked for in the document itself: the elements of its array, or of the arrays in its object. */
const textsWith = ({ words }: Filter): readonly Sql[] => {
  const { field = '', all: wanted = [], prefix = '' } = words ?? {};
  const path = `$.${field
    .split('.')
    .map((key) => `"${key}"`)
    .join('.')}`;
  const among = `FROM json_tree(d.doc, ?) w WHERE w.type = 'text' AND typeof(w.key) = 'integer' AND`;
  const texts = [...new Set(wanted.map(textValue))];
  const counted = `(SELECT count(DISTINCT w.value) ${among} w.value IN (${texts.map(() => '?').join(', ')})) = ?`;
  const begun = `EXISTS (SELECT 1 ${among} substr(w.value, 1, length(?)) = ?)`;
  return [
    ...(texts.length === 0 ? [] : [sql(counted, path, ...texts, texts.length)]),
    ...(prefix === '' ? [] : [sql(begun, path, textValue(prefix), textValue(prefix))]),
  ];
};

/** One scan for each value of the driver, each in order and with the limit, merged. */
const merged = (search: Search, checks: readonly Sql[]): Sql => {
  const driver = planDriver(search.shape, search.filter, search.order?.field);
  const arms = armsOf(driver, search.filter).map((arm) =>
    limited(search, scanArm(search, driver, arm, checks)),
  );
  if (arms.length === 1 && arms[0] && driver.source.kind !== 'side') return arms[0];
  const union = joined(
    arms.map((arm) => joined([sql('SELECT * FROM ('), arm, sql(')')], '')),
    ' UNION ALL ',
  );
  return limited(search, joined([sql('SELECT DISTINCT k, id FROM ('), union, sql(')')], ''));
};

const limited = ({ order, limit }: Search, scan: Sql): Sql => {
  const by = order === undefined ? '' : ` ORDER BY k ${order.direction}, id ${order.direction}`;
  return joined([scan, sql(`${by} LIMIT ?`, limit)], '');
};

const matchingOf = ({ table, match }: WordSearch): Sql =>
  sql(`SELECT rowid AS no FROM ${table} WHERE ${table} MATCH ?`, match);

const candidates = (search: Search, numbers: readonly number[]): Sql =>
  joined(
    [
      sql(
        `SELECT ${sortColumn(search, undefined)} AS k, d.id AS id FROM json_each(?) m`,
        JSON.stringify(numbers),
      ),
      sql(` CROSS JOIN ${search.shape.table} d ON d.no = m.value`),
      where([...checksOn(search, undefined), ...afterOf(search, undefined)]),
    ],
    '',
  );
