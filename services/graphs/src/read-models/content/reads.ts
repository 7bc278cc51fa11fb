import {
  type Document,
  type Documents,
  nextTurn,
  type Filter,
  mapPage,
  type Page,
  pageAmong,
  pageOf,
  pagesOf,
  type PageRequest,
  type QueryContext,
  type Total,
} from '@cairn/kernel';
import { keyOf, OPEN, rowsOfElement, rowsOfSpace, termId, type TermKind } from './keys.js';
import type { Moment } from './moment.js';
import { EDGES, NODES, TERMS } from './project.js';
import type { EdgeRow, NodeRow } from './rows.js';

/** The rows of a version's nodes and edges: nothing else knows how they are kept. */
type Reader = Pick<QueryContext, 'today'>;

/** Nodes or edges, and how they are counted. */
export interface ElementKind<Row extends NodeRow | EdgeRow> {
  readonly collection: string;
  readonly totalIn: (moment: Moment) => number;
  /** Whether a row is one of the kind's own filters say. */
  readonly matches: (row: Row, filters: ElementFilters) => boolean;
}

export interface ElementFilters {
  readonly uid?: readonly string[] | undefined;
  readonly label?: string | undefined;
  readonly type?: string | undefined;
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  /** `name:value`. */
  readonly property?: string | undefined;
}

export const nodeKind: ElementKind<NodeRow> = {
  collection: NODES,
  totalIn: ({ nodes }) => nodes,
  matches: ({ labels }, { label }) => label === undefined || labels.includes(label),
};
export const edgeKind: ElementKind<EdgeRow> = {
  collection: EDGES,
  totalIn: ({ edges }) => edges,
  matches: (row, { type, source, target }) =>
    isOr(type, row.type) &&
    isOr(source === undefined ? undefined : keyOf(source), row.a) &&
    isOr(target === undefined ? undefined : keyOf(target), row.b),
};
const isOr = (wanted: string | undefined, value: string): boolean => wanted === undefined || wanted === value;

/** What an element is at the moment; `undefined` when it is not there. */
export const elementAt = async <Row extends NodeRow | EdgeRow>(
  { today }: Reader,
  { collection }: ElementKind<Row>,
  moment: Moment,
  uid: string,
): Promise<Row | undefined> => {
  const range = rowsOfElement(moment.s, keyOf(uid), moment.revision);
  const [last] = await today.find(collection, { filter: { fields: { id: range } }, sort: '-id', limit: 1 });
  const row = last as Row | undefined;
  return row !== undefined && row.until > (moment.revision ?? OPEN - 1) ? row : undefined;
};

/** So many rows are read at once: each may be large. */
const ROWS = 100;

/** All elements as they are now, by uid; others have their turn after each page. */
export async function* pagesNow<Row extends NodeRow | EdgeRow>(
  documents: Pick<Documents, 'findPage'>,
  { collection }: Pick<ElementKind<Row>, 'collection' | 'matches'>,
  s: string,
): AsyncGenerator<readonly Row[], void, void> {
  for await (const rows of pagesOf(documents, collection, { fields: { s, until: OPEN } }, ROWS, 'k')) {
    yield rows as readonly Row[];
    await nextTurn();
  }
}

/** A page of the elements at the moment, by uid. */
export const elementsAt = async <Row extends NodeRow | EdgeRow>(
  reader: Reader,
  kind: ElementKind<Row>,
  moment: Moment,
  page: PageRequest,
  filters: ElementFilters,
): Promise<Page<Row>> => {
  const isSeen = matching(kind, filters);
  if (filters.uid !== undefined) return namedAt(reader, kind, moment, page, { uids: filters.uid, isSeen });
  return moment.revision === undefined
    ? elementsNow(reader, kind, moment, page, filters)
    : elementsThen(reader, kind, { ...moment, revision: moment.revision }, page, filters);
};

type IsSeen<Row> = (row: Row) => boolean;

/** Whether a row is as the filters say, but for the uid. */
const matching =
  <Row extends NodeRow | EdgeRow>(kind: ElementKind<Row>, filters: ElementFilters): IsSeen<Row> =>
  (row) =>
    kind.matches(row, filters) && hasProperty(row, filters.property);

const hasProperty = ({ properties }: NodeRow | EdgeRow, wanted: string | undefined): boolean => {
  if (wanted === undefined) return true;
  const colon = wanted.indexOf(':');
  const name = wanted.slice(0, colon);
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isScalar(value) && String(value) === wanted.slice(colon + 1);
};
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Those of a few uids. */
const namedAt = async <Row extends NodeRow | EdgeRow>(
  reader: Reader,
  kind: ElementKind<Row>,
  moment: Moment,
  page: PageRequest,
  { uids, isSeen }: { readonly uids: readonly string[]; readonly isSeen: IsSeen<Row> },
): Promise<Page<Row>> => {
  const rows = await Promise.all([...new Set(uids)].map((uid) => elementAt(reader, kind, moment, uid)));
  const found = rows.filter((row): row is Awaited<Row> => row !== undefined && isSeen(row));
  return pageAmong(found, sortedBy('k', page));
};

const sortedBy = (field: string, page: PageRequest): PageRequest => ({
  ...page,
  sort: page.sort.startsWith('-') ? `-${field}` : field,
});

const elementsNow = async <Row extends NodeRow | EdgeRow>(
  { today }: Reader,
  kind: ElementKind<Row>,
  moment: Moment,
  page: PageRequest,
  filters: ElementFilters,
): Promise<Page<Row>> => {
  const { type, source, target, label, property } = filters;
  const fields = {
    ...{ s: moment.s, until: OPEN },
    ...(type === undefined ? {} : { type }),
    ...(source === undefined ? {} : { a: keyOf(source) }),
    ...(target === undefined ? {} : { b: keyOf(target) }),
  };
  const filter: Filter = { fields, ...(label === undefined ? {} : { any: { labels: [label] } }) };
  const isSeen = matching(kind, filters);
  const found = await pageOf(today, kind.collection, filter, sortedBy('k', page), {
    total: await knownTotal({ today }, kind, moment, filters),
    ...(property === undefined ? {} : { isSeen: (row: Document) => isSeen(row as Row) }),
  });
  return mapPage(found, (row) => row as Row);
};

/** How many there are, where that is kept: of all, and of those of one label or type. */
const knownTotal = async <Row extends NodeRow | EdgeRow>(
  { today }: Reader,
  kind: ElementKind<Row>,
  moment: Moment,
  { label, type, source, target, property }: ElementFilters,
): Promise<Total | undefined> => {
  if ([source, target, property].some((each) => each !== undefined)) return undefined;
  if (label === undefined && type === undefined) return { total: kind.totalIn(moment), totalExact: true };
  const [term, name]: readonly [TermKind, string] =
    label === undefined ? ['type', type ?? ''] : ['label', label];
  const counted = (await today.get(TERMS, termId(moment.s, term, name)))?.['count'];
  return { total: typeof counted === 'number' ? counted : 0, totalExact: true };
};

/** Of the past: all states of all elements are gone over, and those of the moment are shown. */
const elementsThen = async <Row extends NodeRow | EdgeRow>(
  { today }: Reader,
  kind: ElementKind<Row>,
  { s, revision, ...totals }: Moment & { readonly revision: number },
  page: PageRequest,
  filters: ElementFilters,
): Promise<Page<Row>> => {
  const all = { total: kind.totalIn({ s, ...totals }), totalExact: true };
  // Else each page would go over what was there at other moments, and find nothing.
  if (all.total === 0) return { elements: [], ...all };
  const isAsked = matching(kind, filters);
  const isSeen = (document: Document): boolean => {
    const row = document as Row;
    return row.since <= revision && revision < row.until && isAsked(row);
  };
  const filter = { fields: { id: rowsOfSpace(s) } };
  const isAll = Object.values(filters).every((each) => each === undefined);
  const found = await pageOf(today, kind.collection, filter, sortedBy('id', page), {
    isSeen,
    ...(isAll ? { total: all } : {}),
  });
  return mapPage(found, (row) => row as Row);
};
