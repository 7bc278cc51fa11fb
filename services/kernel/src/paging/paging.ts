import { ByteBound } from '../documents/byte-bound.js';
import { valueAt } from '../documents/changes.js';
import { compareKeys, type Key } from '../documents/matching.js';
import {
  type Document,
  type Documents,
  type Filter,
  type FindOptions,
  type FoundPage,
  PAGE_BYTES,
} from '../documents/port.js';
import { heapBytes } from '../domain/heap-size.js';
import { decidedPageOf, type IsSeen } from './decided-page.js';
import { COUNT_LIMIT, type Page, type PageRequest } from './page.js';
import type { DocumentsReader, PastPages } from './documents-reader.js';

/** How many there are in all. */
export interface Total {
  readonly total: number;
  readonly totalExact: boolean;
}

const fieldOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort);

/** What a page needs beside the documents that it shows. */
export interface PageParts {
  /** How many there are in all, when it is known. */
  readonly total?: Total | undefined;
  /** Reads what is shown beside documents, and answers for how many of them there is room with that: one at least. */
  readonly beside?: ((documents: readonly Document[]) => Promise<number>) | undefined;
  /** Where the filter finds rows that the caller may not see; rows of the past are decided by `TimeTravelled.isOpen`. */
  readonly isSeen?: IsSeen | undefined;
}

/**
 * One page of a collection; the total is counted when it is not known otherwise: a first page that is the last says it.
 * A page may end before it has as many as were asked for: of today where its documents are large, of the past where much
 * was read for it. One of the past then counts as far as it came.
 */
export const pageOf = async (
  documents: Pick<DocumentsReader, 'findPage' | 'count' | 'within'>,
  collection: string,
  filter: Filter,
  page: PageRequest,
  { total: known, beside, isSeen }: PageParts = {},
): Promise<Page<Document>> => {
  const past = documents.within?.(collection);
  if (past !== undefined) return pastPageOf(past, filter, page, beside);
  const found =
    isSeen === undefined
      ? await todaysPageOf(documents, collection, filter, page, known)
      : await decidedPageOf(documents, collection, filter, page, isSeen, known);
  return beside === undefined || found.elements.length === 0
    ? found
    : firstOf(found, await beside(found.elements), page);
};

const todaysPageOf = async (
  documents: Pick<DocumentsReader, 'findPage' | 'count'>,
  collection: string,
  filter: Filter,
  page: PageRequest,
  known: Total | undefined,
): Promise<Page<Document>> => {
  const { limit, sort, after } = page;
  const wanted = { filter, sort, limit, ...(after === undefined ? {} : { after }) };
  const { documents: elements, isEnd } = await documents.findPage(collection, wanted);
  const last = isEnd ? undefined : elements.at(-1);
  const isWhole = after === undefined && last === undefined;
  const whole = isWhole ? { total: elements.length, totalExact: true } : undefined;
  const total = known ?? whole ?? (await totalOf(documents, collection, filter, page));
  return { elements, ...(last === undefined ? {} : { next: keyOf(last, sort) }), ...total };
};

const keyOf = (document: Document, sort: string): NonNullable<Page<Document>['next']> => ({
  value: scalarAt(document, fieldOf(sort)),
  id: document.id,
});

const pastPageOf = async (
  past: PastPages,
  filter: Filter,
  { limit, sort, after }: PageRequest,
  beside: PageParts['beside'],
): Promise<Page<Document>> => {
  const wanted = { filter, sort, limit: limit + 1, ...(after === undefined ? {} : { after }) };
  const { found, next: ended } = await past.page(wanted, async (document) => {
    await beside?.([document]);
  });
  const elements = found.slice(0, limit);
  const next = found.length > limit ? keyOf(elements.at(-1)!, sort) : ended;
  if (after === undefined && next === undefined)
    return { elements, total: elements.length, totalExact: true };
  const { counted, isAll } = await past.count(filter, COUNT_LIMIT + 1);
  return {
    elements,
    ...(next === undefined ? {} : { next }),
    total: Math.max(Math.min(counted, COUNT_LIMIT), elements.length),
    totalExact: isAll && counted <= COUNT_LIMIT,
  };
};

/** All that match, oldest first or by another field, page by page: none is kept. Those that come meanwhile come last. */
export async function* pagesOf(
  documents: Pick<Documents, 'findPage'>,
  collection: string,
  filter: Filter,
  limit: number,
  sort = 'created_at',
): AsyncGenerator<readonly Document[], void, void> {
  let wanted: FindOptions | undefined = { filter, sort, limit };
  while (wanted !== undefined) {
    const page: FoundPage = await documents.findPage(collection, wanted);
    const last = page.documents.at(-1);
    if (last !== undefined) yield page.documents;
    wanted = page.isEnd || last === undefined ? undefined : { ...wanted, after: keyOf(last, sort) };
  }
}

const scalarAt = (document: Document, field: string): string | number | boolean | null => {
  const value = valueAt(document, field);
  return typeof value === 'object' || value === undefined ? null : value;
};

/** How many match, counted as the page asks for it: up to 10,000 unless exactly. */
export const totalOf = async (
  documents: Pick<Documents, 'count'>,
  collection: string,
  filter: Filter,
  { countExactly }: Pick<PageRequest, 'countExactly'>,
): Promise<Total> => {
  if (countExactly === true)
    return { total: await documents.count(collection, filter, Number.MAX_SAFE_INTEGER), totalExact: true };
  const counted = await documents.count(collection, filter, COUNT_LIMIT + 1);
  return { total: Math.min(counted, COUNT_LIMIT), totalExact: counted <= COUNT_LIMIT };
};

/** One page of elements that are at hand whole: the labels of a version, the annotations of an item. */
export const pageAmong = <Element extends { readonly id: string }>(
  elements: readonly Element[],
  { limit, sort, after }: PageRequest,
): Page<Element> => {
  const field = fieldOf(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const key = (element: Element): Key => ({ value: valueOf(element, field), id: element.id });
  const sorted = [...elements].sort((one, other) => sign * compareKeys(key(one), key(other)));
  const from = after === undefined ? sorted : sorted.filter((one) => sign * compareKeys(key(one), after) > 0);
  const taken = from.slice(0, limit);
  const last = from.length > limit ? taken.at(-1) : undefined;
  return {
    elements: taken,
    ...(last === undefined ? {} : { next: key(last) }),
    total: elements.length,
    totalExact: true,
  };
};

const valueOf = (element: object, field: string): Key['value'] => {
  const value = (element as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/** The first elements of a page of documents: the next one goes on behind them. */
export const firstOf = (page: Page<Document>, count: number, { sort }: PageRequest): Page<Document> => {
  const elements = page.elements.slice(0, count);
  const last = count < page.elements.length ? elements.at(-1) : undefined;
  return last === undefined ? page : { ...page, elements, next: keyOf(last, sort) };
};

/**
 * How many of the first `covered` documents fit into a page, one at least. `bytesBeside`: what is told beside one takes so much,
 * as `heapBytes` counts.
 */
export const fittingWith = (
  documents: readonly Document[],
  covered: number,
  bytesBeside: (document: Document) => number,
): number => {
  const bound = new ByteBound(PAGE_BYTES);
  const first = documents.slice(0, covered);
  const end = first.findIndex((each) => !bound.takes(heapBytes(each) + bytesBeside(each)));
  return end === -1 ? first.length : end;
};

/** A page with its elements made into resources. */
export const mapPage = <From, To>(page: Page<From>, map: (element: From) => To): Page<To> => ({
  ...page,
  elements: page.elements.map(map),
});

/**
 * One page of several collections out of a page of each, all asked for alike. It ends where the first of them ends that
 * goes on.
 */
export const mergedPages = <Element extends { readonly id: string }>(
  pages: readonly Page<Element>[],
  { limit, sort }: PageRequest,
): Page<Element> => {
  const field = fieldOf(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = (one: Key, other: Key): number => sign * compareKeys(one, other);
  const key = (element: Element): Key => ({ value: valueOf(element, field), id: element.id });
  const ends = pages.flatMap(({ next }) => next ?? []).sort(order)[0];
  const sorted = pages.flatMap(({ elements }) => elements).sort((one, other) => order(key(one), key(other)));
  const whole = ends === undefined ? sorted : sorted.filter((one) => order(key(one), ends) <= 0);
  const elements = whole.slice(0, limit);
  const next = whole.length > limit ? key(elements.at(-1)!) : ends;
  return {
    elements,
    ...(next === undefined ? {} : { next }),
    total: pages.reduce((total, page) => total + page.total, 0),
    totalExact: pages.every(({ totalExact }) => totalExact),
  };
};
