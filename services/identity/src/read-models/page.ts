import {
  COUNT_LIMIT,
  type Document,
  type Filter,
  type Page,
  type PageRequest,
  type Reading,
} from '@cairn/kernel';

/** One page of a collection as resources, counted as far as the caller wants it counted. */
export const pageOf = async <Resource>(
  { documents }: Pick<Reading, 'documents'>,
  collection: string,
  filter: Filter,
  request: PageRequest,
  resourceOf: (document: Document) => Promise<Resource>,
): Promise<Page<Resource>> => {
  const { sort, limit, after } = request;
  const options = { filter, sort, limit: limit + 1, ...(after === undefined ? {} : { after }) };
  const most = request.countExactly === true ? Number.MAX_SAFE_INTEGER : COUNT_LIMIT + 1;
  const [found, count] = await Promise.all([
    documents.find(collection, options),
    documents.count(collection, filter, most),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const isExact = request.countExactly === true || count <= COUNT_LIMIT;
  return {
    elements: await Promise.all(shown.map(resourceOf)),
    ...(last === undefined ? {} : { next: { value: valueOf(last, sort), id: last.id } }),
    total: isExact ? count : COUNT_LIMIT,
    totalExact: isExact,
  };
};

const valueOf = (document: Document, sort: string): string | number | boolean | null => {
  const value = document[sort.startsWith('-') ? sort.slice(1) : sort];
  return typeof value === 'object' || value === undefined ? null : value;
};
