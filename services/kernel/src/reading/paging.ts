import { valueAt } from '../documents/changes.js';
import type { Document, Documents, Filter, FindOptions } from '../documents/port.js';
import { COUNT_LIMIT, type Page, type PageRequest } from './reading.js';

/** How many there are in all. */
export interface Total {
  readonly total: number;
  readonly totalExact: boolean;
}

const fieldOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort);

/** One page of a collection; the total is counted when it is not known otherwise: a first page that is the last says it. */
export const pageOf = async (
  documents: Pick<Documents, 'find' | 'count'>,
  collection: string,
  filter: Filter,
  page: PageRequest,
  known?: Total,
): Promise<Page<Document>> => {
  const { limit, sort, after } = page;
  const found = await documents.find(collection, {
    filter,
    sort,
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
  });
  const elements = found.slice(0, limit);
  const last = found.length > limit ? elements.at(-1) : undefined;
  const isWhole = after === undefined && last === undefined;
  const whole = isWhole ? { total: elements.length, totalExact: true } : undefined;
  const total = known ?? whole ?? (await totalOf(documents, collection, filter, page));
  return {
    elements,
    ...(last === undefined ? {} : { next: { value: scalarAt(last, fieldOf(sort)), id: last.id } }),
    ...total,
  };
};

/** All that match, oldest first or by another field, page by page: none is kept. Those that come meanwhile come last. */
export async function* pagesOf(
  documents: Pick<Documents, 'find'>,
  collection: string,
  filter: Filter,
  limit: number,
  sort = 'created_at',
): AsyncGenerator<readonly Document[], void, void> {
  let after: FindOptions['after'];
  do {
    const page: readonly Document[] = await documents.find(collection, {
      filter,
      sort,
      limit,
      ...(after === undefined ? {} : { after }),
    });
    if (page.length > 0) yield page;
    const last = page.length < limit ? undefined : page.at(-1);
    after = last && { value: scalarAt(last, fieldOf(sort)), id: last.id };
  } while (after !== undefined);
}

const scalarAt = (document: Document, field: string): string | number | boolean | null => {
  const value = valueAt(document, field);
  return typeof value === 'object' || value === undefined ? null : value;
};

const totalOf = async (
  documents: Pick<Documents, 'count'>,
  collection: string,
  filter: Filter,
  { countExactly }: PageRequest,
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

interface Key {
  readonly value: string | number | boolean | null;
  readonly id: string;
}

const valueOf = (element: object, field: string): Key['value'] => {
  const value = (element as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

const compareKeys = (one: Key, other: Key): number =>
  compare(one.value, other.value) || compare(one.id, other.id);

const compare = (one: Key['value'], other: Key['value']): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};

/** A page with its elements made into resources. */
export const mapPage = <From, To>(page: Page<From>, map: (element: From) => To): Page<To> => ({
  ...page,
  elements: page.elements.map(map),
});
