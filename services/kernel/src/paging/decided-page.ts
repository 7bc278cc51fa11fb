import { allOf, type Soon } from '../clock/soon.js';
import { valueAt } from '../documents/changes.js';
import {
  type Document,
  type Filter,
  type FindOptions,
  type FoundPage,
  PAGE_BYTES,
} from '../documents/port.js';
import { COUNT_LIMIT, type Page, type PageRequest } from './page.js';
import type { DocumentsReader } from './documents-reader.js';

/** One page looks at so much, and half a page more of bytes: it may end before it is full, and `next` goes on. */
const SHOWN: Most = { rows: 5_000, bytes: PAGE_BYTES / 2 };
/** So much is gone through to count. */
const COUNTED: Most = { rows: COUNT_LIMIT, bytes: 8 * PAGE_BYTES };
/** So many are asked for at once, at most. */
const ROWS = 500;

/** Whether the caller sees a row. */
export type IsSeen = (document: Document) => Soon<boolean>;

type Finder = Pick<DocumentsReader, 'findPage'>;

/** How much is gone through, rows and bytes of them. */
interface Most {
  readonly rows: number;
  readonly bytes: number;
}

interface Row {
  readonly document: Document;
  readonly isSeen: boolean;
  /** No more is gone through, though others stand behind it. */
  readonly isEnough: boolean;
}

/** The rows of a filter part by part, each decided; the parts grow: who sees few of them looks at many. */
async function* decided(
  documents: Finder,
  collection: string,
  wanted: FindOptions,
  isSeen: IsSeen,
  most: Most,
): AsyncGenerator<readonly Row[], void, void> {
  let options: FindOptions | undefined = wanted;
  let [rows, bytes] = [0, 0];
  while (options !== undefined) {
    const asked: FindOptions = options;
    const found: FoundPage = await documents.findPage(collection, asked);
    const seen = await allOf(found.documents.map(isSeen));
    const last = found.documents.length - 1;
    bytes += found.bytes;
    const isTooMuch = (index: number): boolean =>
      rows + index + 1 >= most.rows || (index === last && bytes >= most.bytes);
    yield found.documents.map((document, index) => ({
      document,
      isSeen: seen[index] === true,
      isEnough: !(found.isEnd && index === last) && isTooMuch(index),
    }));
    rows += found.documents.length;
    options = nextOf(found, asked);
  }
}

const nextOf = ({ documents, isEnd }: FoundPage, asked: FindOptions): FindOptions | undefined => {
  const last = documents.at(-1);
  return isEnd || last === undefined
    ? undefined
    : { ...asked, limit: Math.min(asked.limit * 2, ROWS), after: placeOf(last, asked.sort) };
};

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
  for await (const part of decided(documents, collection, wanted, isSeen, SHOWN))
    for (const { document, isSeen: mine, isEnough } of part) {
      if (mine && elements.length === limit) return { elements, next: placeOf(elements.at(-1)!, sort) };
      if (mine) elements.push(document);
      if (isEnough) return { elements, next: placeOf(document, sort) };
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
  let total = 0;
  for await (const part of decided(documents, collection, wanted, isSeen, COUNTED))
    for (const row of part) {
      if (row.isSeen) total += 1;
      if (row.isEnough) return { total, isWhole: false };
    }
  return { total, isWhole: true };
};

const placeOf = (document: Document, sort: string): NonNullable<FindOptions['after']> => {
  const value = valueAt(document, sort.startsWith('-') ? sort.slice(1) : sort);
  return { value: typeof value === 'object' || value === undefined ? null : value, id: document.id };
};
