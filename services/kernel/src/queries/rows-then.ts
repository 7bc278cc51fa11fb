import { valueAt } from '../documents/changes.js';
import type { Document, Filter, FindOptions, FoundPage } from '../documents/port.js';
import { heapBytes } from '../domain/heap-size.js';
import { PART_BYTES } from '../eventlog/parts.js';
import { fold, type FoldedStream, pastPace, withFolds } from './folding.js';
import { isBefore } from './moments.js';
import type { PastReads } from '../context/past.js';
import type { PointInTime } from '../context/query-context.js';
import type { AsOf, AsOfOptions } from './time-travelled.js';

/** So many rows of today are looked at together. */
const ROWS = 50;
/** So many streams are read at once: where the log is in this process, that takes some milliseconds. */
export const STREAMS = 20;

/** A row of today. */
export interface RowThen {
  readonly today: Document;
  /** `undefined` when it was not there, was not as the filter wants it, or is not open. */
  readonly then: Document | undefined;
  readonly isLast: boolean;
}

/** What became of today's rows then, one after the other, up to so many that were there; some streams are read at once. */
export async function* rowsThen(
  options: AsOf,
  collection: string,
  wanted: FindOptions,
): AsyncGenerator<RowThen, void, void> {
  const filter = madeBefore(withDeleted(wanted.filter), options.pointInTime);
  let page: FindOptions | undefined = { ...wanted, filter };
  let left = wanted.limit;
  while (page !== undefined && left > 0) {
    const limit = Math.min(ROWS, left);
    const { documents: rows, isEnd }: FoundPage = await options.today.findPage(collection, {
      ...page,
      limit,
    });
    let told = 0;
    for await (const [today, then] of eachThen(options, collection, rows, wanted.filter)) {
      told += 1;
      left -= then === undefined ? 0 : 1;
      yield { today, then, isLast: left === 0 || (isEnd && told === rows.length) };
    }
    page = isEnd ? undefined : { ...page, after: keyOf(rows.at(-1)!, page.sort) };
  }
}

/** What became of some rows then: of as many at once as may be read. */
async function* eachThen(
  options: AsOf,
  collection: string,
  rows: readonly Document[],
  filter: Filter,
): AsyncGenerator<readonly [today: Document, then: Document | undefined], void, void> {
  for (let left = rows; left.length > 0;) {
    await pastPace.turn();
    const some = fitting(left.slice(0, STREAMS), options.past);
    const then = await Promise.all(some.map((row) => rowThen(options, collection, row, filter)));
    for (const [index, today] of some.entries()) yield [today, then[index]];
    left = left.slice(some.length);
  }
}

/**
 * The rows that fit into what is left, by the lengths of their streams, and whose streams may be held at once, if their
 * events are no larger than the rows are today; one at least.
 */
const fitting = (rows: readonly Document[], { budget: { left } }: PastReads): readonly Document[] => {
  let [events, bytes] = [0, 0];
  const tooMuch = rows.findIndex((row) => {
    events += lengthOf(row);
    bytes += lengthOf(row) * heapBytes(row);
    return events > left.events || bytes > Math.min(left.bytes, PART_BYTES);
  });
  return tooMuch === -1 ? rows : rows.slice(0, Math.max(tooMuch, 1));
};

const lengthOf = ({ revision }: Document): number =>
  typeof revision === 'string' ? Number(revision) + 1 : 1;

const rowThen = async (
  options: AsOf,
  collection: string,
  today: Document,
  filter: Filter,
): Promise<Document | undefined> => {
  if (wasDeleted(today, options.pointInTime) || !(await opennessOf(options, collection)(today))) {
    options.past.budget.spend(1);
    return undefined;
  }
  const then = await documentAsOf(options, collection, today.id);
  return wasThere(then) && wasSo(then, filter) ? then : undefined;
};

/** What is deleted today, and was so since before the moment, was so then: its stream need not be read. */
const wasDeleted = ({ deleted, deleted_at: since }: Document, { at }: PointInTime): boolean =>
  deleted === true && typeof since === 'string' && since < at;

const opennessOf = (
  { collections, pointInTime, reader }: AsOfOptions,
  collection: string,
): ((today: Document) => Promise<boolean>) => {
  const isOpen = collections.find((known) => known.collection === collection)?.isOpen;
  return isOpen === undefined ? async () => true : (today) => isOpen({ ...reader, pointInTime }, today);
};

const wasThere = (document: Document | undefined): document is Document =>
  document !== undefined && document['deleted'] !== true;

/** What is so today may not have been so then. That it was there is asked before. */
const wasSo = (document: Document, { fields = {} }: Filter): boolean =>
  Object.entries(fields).every(
    ([field, wanted]) =>
      field === 'deleted' || typeof wanted !== 'boolean' || valueAt(document, field) === wanted,
  );

/** Where the rows behind this one start: a page is filled up when rows of today were not there then. */
export const keyOf = (row: Document, sort: string): NonNullable<FindOptions['after']> => {
  const value = valueAt(row, sort.startsWith('-') ? sort.slice(1) : sort);
  return { value: typeof value === 'object' || value === undefined ? null : value, id: row.id };
};

/** Rows that are deleted today may have been there then. */
const withDeleted = (filter: Filter): Filter => {
  if (filter.fields?.['deleted'] === undefined) return filter;
  return { ...filter, fields: { ...filter.fields, deleted: [true, false] } };
};

/** What was made later was not there. Times have milliseconds, and a range ends before its end. */
const madeBefore = (filter: Filter, { at }: PointInTime): Filter => {
  const to = new Date(Date.parse(at) + 1).toISOString();
  return { ...filter, fields: { created_at: { to }, ...filter.fields } };
};

export const documentAsOf = async (
  { collections, log, vault, pointInTime, past }: AsOf,
  collection: string,
  id: string,
): Promise<Document | undefined> => {
  const known = collections.find((one) => one.collection === collection);
  if (known === undefined) throw new Error(`${collection} cannot be read as it was`);
  const { category, projection } = known;
  const stream = `${category}-${id}`;
  const source: FoldedStream = { log, vault, stream, projection, collection, id, past };
  const { document } = await withFolds(source, () =>
    fold(source, { isWanted: (event) => isBefore(stream, event, pointInTime) }),
  );
  return document;
};
