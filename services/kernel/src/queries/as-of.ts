import { ByteBound } from '../documents/byte-bound.js';
import {
  type Document,
  type Filter,
  type FindOptions,
  type FoundPage,
  PAGE_BYTES,
} from '../documents/port.js';
import { valueAt } from '../documents/changes.js';
import { heapBytes } from '../domain/heap-size.js';
import { PART_BYTES } from '../eventlog/parts.js';
import type { EventLog } from '../eventlog/port.js';
import type { Projection } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import { fold, type FoldedStream, withFolds } from './folding.js';
import { type PastReads, unboundedPast } from './past.js';
import {
  COUNT_LIMIT,
  type DocumentsReader,
  type PointInTime,
  type PastPages,
  type QueryContext,
} from './query-context.js';
import { isBefore } from './moments.js';
import { openPlace, type PagePlace, sealPlace } from './sealed-place.js';

/** A collection whose documents can be made from one stream each: the document's id is the stream's. */
export interface TimeTravelled {
  readonly collection: string;
  readonly category: string;
  readonly projection: Projection;
  /** Whether a reader may see that moment of what is so today: lists leave out what it may not. Absent: of everything. */
  readonly isOpen?: (context: PointInTimeReader, today: Document) => Promise<boolean>;
}

/** Who reads which moment. */
export type PointInTimeReader = Pick<QueryContext, 'principal' | 'rights' | 'at' | 'pointInTime'>;

export interface AsOfOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly today: DocumentsReader;
  readonly collections: readonly TimeTravelled[];
  readonly pointInTime: PointInTime;
  readonly reader: Pick<QueryContext, 'principal' | 'rights' | 'at'>;
  /** Absent: without a bound. */
  readonly past?: PastReads | undefined;
}

/** The same with nothing absent. */
type AsOf = AsOfOptions & { readonly past: PastReads };

/**
 * The documents as they were: each is projected from its stream up to the moment, by the same function that fills the
 * store. Lists go over today's rows, which keep when they were made (`created_at`) and what was deleted (`deleted`), and
 * leave out what was not there then, what was not as a filter by yes or no wants it, and what is not open. Nothing is counted further than
 * `COUNT_LIMIT` and one. What is read is counted in the budget; `within` alone is held against it.
 */
export const documentsAsOf = (options: AsOfOptions): DocumentsReader => {
  const asOf: AsOf = { ...options, past: options.past ?? unboundedPast() };
  const get = (collection: string, id: string): Promise<Document | undefined> =>
    documentAsOf(asOf, collection, id);
  const find = async (collection: string, wanted: FindOptions): Promise<readonly Document[]> => {
    const found: Document[] = [];
    for await (const { then } of rowsThen(asOf, collection, wanted)) if (then !== undefined) found.push(then);
    return found;
  };
  return {
    get,
    find,
    findPage: async (collection, { limit, mostBytes = PAGE_BYTES, ...wanted }) => {
      const bound = new ByteBound(mostBytes);
      const documents: Document[] = [];
      for await (const { then } of rowsThen(asOf, collection, { ...wanted, limit: limit + 1 })) {
        if (then === undefined) continue;
        if (documents.length === limit || !bound.takes(heapBytes(then)))
          return { documents, isEnd: false, bytes: bound.bytes };
        documents.push(then);
      }
      return { documents, isEnd: true, bytes: bound.bytes };
    },
    getMany: async (collection, ids) => {
      const found: Document[] = [];
      for (let from = 0; from < ids.length; from += ROWS) {
        const some = await Promise.all(ids.slice(from, from + ROWS).map((id) => get(collection, id)));
        found.push(...some.filter((document) => document !== undefined));
      }
      return found;
    },
    getSome: async (collection, ids, mostBytes = PAGE_BYTES) => {
      const bound = new ByteBound(mostBytes);
      const documents: Document[] = [];
      for (const [covered, id] of ids.entries()) {
        const then = await get(collection, id);
        if (then === undefined) continue;
        if (!bound.takes(heapBytes(then))) return { documents, covered };
        documents.push(then);
      }
      return { documents, covered: ids.length };
    },
    count: async (collection, filter, asked) => {
      const wanted = { filter, sort: 'created_at', limit: Math.min(asked, COUNT_LIMIT + 1) };
      let counted = 0;
      for await (const { then } of rowsThen(asOf, collection, wanted)) if (then !== undefined) counted += 1;
      return counted;
    },
    within: (collection) => pagesWithin(asOf, collection),
  };
};

/** So many streams are read at once. */
const ROWS = 50;

/** Pages and counts that end when the request has read as much as it may. */
const pagesWithin = (options: AsOf, collection: string): PastPages => ({
  page: (wanted, beside) => pageWithin(options, collection, wanted, beside),
  count: async (filter, limit) => {
    let counted = 0;
    if (isEnough(options)) return { counted, isAll: false };
    for await (const { then, isLast } of rowsThen(options, collection, {
      filter,
      sort: 'created_at',
      limit,
    })) {
      if (then !== undefined) counted += 1;
      if (isEnough(options) && !isLast) return { counted, isAll: false };
    }
    return { counted, isAll: true };
  },
});

/** Whether the request has read as much as it may. */
const isEnough = ({ past }: AsOf): boolean => past.budget.isSpent;

/** At least one row is looked at, so that who follows the places comes to the end. */
const pageWithin = async (
  options: AsOf,
  collection: string,
  wanted: FindOptions,
  beside: (document: Document) => Promise<void>,
): Promise<Awaited<ReturnType<PastPages['page']>>> => {
  const after = wanted.after && (await openPlace(options.vault, wanted.after));
  const found: Document[] = [];
  let last: Document | undefined;
  for await (const { today, then, isLast } of rowsThen(options, collection, {
    ...wanted,
    ...(after && { after }),
  })) {
    if (then !== undefined) {
      found.push(then);
      last = today;
      await beside(then);
    }
    if (isEnough(options) && !isLast)
      return { found, next: await placeBehind(options, last, today, wanted.sort) };
  }
  return { found };
};

/** Behind what is shown; where that is nothing, behind a row that its reader may not know of. */
const placeBehind = async (
  { vault }: AsOf,
  shown: Document | undefined,
  looked: Document,
  sort: string,
): Promise<PagePlace> => (shown === undefined ? sealPlace(vault, keyOf(looked, sort)) : keyOf(shown, sort));

/** A row of today. */
interface RowThen {
  readonly today: Document;
  /** `undefined` when it was not there, was not as the filter wants it, or is not open. */
  readonly then: Document | undefined;
  readonly isLast: boolean;
}

/** What became of today's rows then, one after the other, up to so many that were there; some streams are read at once. */
async function* rowsThen(
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
    const some = fitting(left, options.past);
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
const keyOf = (row: Document, sort: string): NonNullable<FindOptions['after']> => {
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

const documentAsOf = async (
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
