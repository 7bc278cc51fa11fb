import { ByteBound } from '../documents/byte-bound.js';
import {
  type Document,
  type FindOptions,
  type FindPageOptions,
  type FoundPage,
  type GotDocuments,
  PAGE_BYTES,
} from '../documents/port.js';
import { heapBytes } from '../domain/heap-size.js';
import { pastPace } from './folding.js';
import { unboundedPast } from '../context/past.js';
import { COUNT_LIMIT } from '../paging/page.js';
import type { DocumentsReader, PastPages } from '../paging/documents-reader.js';
import { documentAsOf, keyOf, rowsThen, STREAMS } from './rows-then.js';
import { openPlace, type PagePlace, sealPlace } from '../paging/sealed-place.js';
import type { AsOf, AsOfOptions } from './time-travelled.js';

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
    findPage: (collection, wanted) => foundPage(asOf, collection, wanted),
    getMany: async (collection, ids) => {
      const found: Document[] = [];
      for (let from = 0; from < ids.length; from += STREAMS) {
        await pastPace.turn();
        const some = await Promise.all(ids.slice(from, from + STREAMS).map((id) => get(collection, id)));
        found.push(...some.filter((document) => document !== undefined));
      }
      return found;
    },
    getSome: (collection, ids, mostBytes) => gotSome(asOf, collection, ids, mostBytes),
    count: async (collection, filter, asked) => {
      const wanted = { filter, sort: 'created_at', limit: Math.min(asked, COUNT_LIMIT + 1) };
      let counted = 0;
      for await (const { then } of rowsThen(asOf, collection, wanted)) if (then !== undefined) counted += 1;
      return counted;
    },
    within: (collection) => pagesWithin(asOf, collection),
  };
};

const foundPage = async (
  asOf: AsOf,
  collection: string,
  { limit, mostBytes = PAGE_BYTES, ...wanted }: FindPageOptions,
): Promise<FoundPage> => {
  const bound = new ByteBound(mostBytes);
  const documents: Document[] = [];
  for await (const { then } of rowsThen(asOf, collection, { ...wanted, limit: limit + 1 })) {
    if (then === undefined) continue;
    if (documents.length === limit || !bound.takes(heapBytes(then)))
      return { documents, isEnd: false, bytes: bound.bytes };
    documents.push(then);
  }
  return { documents, isEnd: true, bytes: bound.bytes };
};

const gotSome = async (
  asOf: AsOf,
  collection: string,
  ids: readonly string[],
  mostBytes = PAGE_BYTES,
): Promise<GotDocuments> => {
  const bound = new ByteBound(mostBytes);
  const documents: Document[] = [];
  for (const [covered, id] of ids.entries()) {
    const then = await documentAsOf(asOf, collection, id);
    if (then === undefined) continue;
    if (!bound.takes(heapBytes(then))) return { documents, covered };
    documents.push(then);
  }
  return { documents, covered: ids.length };
};

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
  const bound = new ByteBound(PAGE_BYTES);
  let last: Document | undefined;
  for await (const { today, then, isLast } of rowsThen(options, collection, {
    ...wanted,
    ...(after && { after }),
  })) {
    if (then !== undefined) {
      if (!bound.takes(heapBytes(then))) return { found, next: keyOf(last!, wanted.sort) };
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
