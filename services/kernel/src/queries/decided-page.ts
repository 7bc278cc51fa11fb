import { allOf, type Soon } from '../clock/soon.js';
import { valueAt } from '../documents/changes.js';
import type { Document, Filter, FindOptions } from '../documents/port.js';
import { COUNT_LIMIT, type DocumentsReader, type Page, type PageRequest } from './query-context.js';

/** So many rows one page looks at, at most: it may end before it is full, and `next` goes on. */
const MOST_EXAMINED = 5_000;
/** So many are asked for at once, at most. */
const ROWS = 500;

/** Whether the caller sees a row. */
export type IsSeen = (document: Document) => Soon<boolean>;

type Finder = Pick<DocumentsReader, 'find'>;

interface Row {
  readonly document: Document;
  readonly isSeen: boolean;
}

/** The rows of a filter part by part, each decided; the parts grow: who sees few of them looks at many. */
async function* decided(
  documents: Finder,
  collection: string,
  wanted: FindOptions,
  isSeen: IsSeen,
): AsyncGenerator<readonly Row[], void, void> {
  let options: FindOptions | undefined = wanted;
  while (options !== undefined) {
    const asked: FindOptions = options;
    const rows: readonly Document[] = await documents.find(collection, asked);
    const seen = await allOf(rows.map(isSeen));
    yield rows.map((document, index) => ({ document, isSeen: seen[index] === true }));
    const limit = Math.min(asked.limit * 2, ROWS);
    options =
      rows.length < asked.limit ? undefined : { ...asked, limit, after: placeOf(rows.at(-1)!, asked.sort) };
  }
}

/**
 * A page of those of a collection that the caller sees, where the filter finds others too. How many there are is counted as
 * far as rows are looked at, unless it is known.
 */
export const decidedPageOf = async (
  documents: Finder,
  collection: string,
  filter: Filter,
  page: PageRequest,
  isSeen: IsSeen,
  known?: Pick<Page<Document>, 'total' | 'totalExact'>,
): Promise<Page<Document>> => {
  const { elements, next } = await seenElements(documents, collection, filter, page, isSeen);
  if (known !== undefined) return { elements, ...(next === undefined ? {} : { next }), ...known };
  if (page.after === undefined && next === undefined)
    return { elements, total: elements.length, totalExact: true };
  const counted = await decidedCount(documents, collection, { filter, sort: page.sort }, isSeen);
  return {
    elements,
    ...(next === undefined ? {} : { next }),
    total: Math.max(counted.total, elements.length),
    totalExact: counted.isWhole,
  };
};

/** The elements of a page, and from where the next one goes on. */
const seenElements = async (
  documents: Finder,
  collection: string,
  filter: Filter,
  { limit, sort, after }: PageRequest,
  isSeen: IsSeen,
): Promise<Pick<Page<Document>, 'elements' | 'next'>> => {
  const rows = Math.min(Math.max(limit + 1, 50), ROWS);
  const wanted = { filter, sort, limit: rows, ...(after === undefined ? {} : { after }) };
  const elements: Document[] = [];
  let examined = 0;
  for await (const part of decided(documents, collection, wanted, isSeen))
    for (const { document, isSeen: mine } of part) {
      examined += 1;
      if (mine && elements.length === limit) return { elements, next: placeOf(elements.at(-1)!, sort) };
      if (mine) elements.push(document);
      if (examined === MOST_EXAMINED) return { elements, next: placeOf(document, sort) };
    }
  return { elements };
};

const decidedCount = async (
  documents: Finder,
  collection: string,
  counted: Pick<FindOptions, 'filter' | 'sort'>,
  isSeen: IsSeen,
): Promise<{ readonly total: number; readonly isWhole: boolean }> => {
  const wanted = { ...counted, limit: ROWS };
  let [total, examined] = [0, 0];
  for await (const part of decided(documents, collection, wanted, isSeen))
    for (const row of part) {
      examined += 1;
      if (examined > COUNT_LIMIT) return { total, isWhole: false };
      if (row.isSeen) total += 1;
    }
  return { total, isWhole: true };
};

const placeOf = (document: Document, sort: string): NonNullable<FindOptions['after']> => {
  const value = valueAt(document, sort.startsWith('-') ? sort.slice(1) : sort);
  return { value: typeof value === 'object' || value === undefined ? null : value, id: document.id };
};
