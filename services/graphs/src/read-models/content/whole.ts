import { type Documents, type Filter, Pace, pagesOf } from '@cairn/kernel';
import { Seen } from '../../formats/seen.js';
import { isDirected } from '../../domain/stats/measuring.js';
import { OPEN, rowsOfSpace } from './keys.js';
import type { ContentThen } from './moment.js';
import { EDGES, NODES } from './project.js';
import type { EdgeRow, NodeRow } from './rows.js';

/** All of a content at a revision: nothing else goes over whole contents. */
type Reader = Pick<Documents, 'findPage' | 'count'>;

/** So many rows are asked for at once: each may be large. */
const ROWS = 100;
/** Rows of a page are ended by one of so many changes. */
const CHANGES_AT_ONCE = 50;
/** So many rows are looked at to tell whether some edge is directed. */
const MOST_LOOKED_AT = 10_000;

/** The rows of a filter, a few at a time; others get their turn between them. */
async function* rowsOf<Row extends NodeRow | EdgeRow>(
  reader: Reader,
  collection: string,
  filter: Filter,
  sort: 'id' | 'k',
): AsyncGenerator<readonly Row[], void, void> {
  const pace = new Pace();
  for await (const rows of pagesOf(reader, collection, filter, ROWS, sort)) {
    yield rows as readonly Row[];
    await pace.turn();
  }
}

/** How many rows `nodesThen` and `edgesThen` go over; counted up to `most`. */
export const rowsThen = async (
  reader: Reader,
  { s, revision, nodes, edges, tip }: ContentThen,
  most: number,
): Promise<number> => {
  if (revision === tip) return Math.min(nodes + edges, most);
  const filter = { fields: { s, until: { from: revision + 1 } } };
  const [ofNodes, ofEdges] = [
    await reader.count(NODES, filter, most),
    await reader.count(EDGES, filter, most),
  ];
  return Math.min(ofNodes + ofEdges, most);
};

/** `tipNow` tells the revision that the content has meanwhile. */
type TipNow = () => Promise<number>;

/**
 * Every element of one kind as it was at a revision, once, however others write meanwhile. What was so then is so still, or
 * was ended by a later change: rows that end while the first are gone over are among the second, and are not told again.
 */
const elementsThen = async function* <Row extends NodeRow | EdgeRow>(
  reader: Reader,
  collection: string,
  { s, revision }: ContentThen,
  tipNow: TipNow,
): AsyncGenerator<Row, void, void> {
  const told = new Seen();
  const untold = (rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ k, since }) => since <= revision && told.add(k));
  for await (const rows of rowsOf<Row>(reader, collection, { fields: { s, until: OPEN } }, 'k'))
    yield* untold(rows);
  const tip = await tipNow();
  for (let first = revision + 1; first <= tip; first += CHANGES_AT_ONCE) {
    const size = Math.min(CHANGES_AT_ONCE, tip + 1 - first);
    const until = Array.from({ length: size }, (_, index) => first + index);
    for await (const rows of rowsOf<Row>(reader, collection, { fields: { s, until } }, 'k'))
      yield* untold(rows);
  }
};

export const nodesThen = (reader: Reader, content: ContentThen, tipNow: TipNow) =>
  elementsThen<NodeRow>(reader, NODES, content, tipNow);
export const edgesThen = (reader: Reader, content: ContentThen, tipNow: TipNow) =>
  elementsThen<EdgeRow>(reader, EDGES, content, tipNow);

/** Whether the graph was a directed one; `undefined` when the first rows do not tell. */
export const isDirectedThen = async (
  reader: Reader,
  { s, revision, edges }: ContentThen,
): Promise<boolean | undefined> => {
  if (edges === 0) return isDirected(edges, false);
  let looked = 0;
  for await (const rows of rowsOf<EdgeRow>(reader, EDGES, { fields: { id: rowsOfSpace(s) } }, 'id')) {
    if (rows.some(({ directed, since, until }) => directed && since <= revision && revision < until))
      return true;
    looked += rows.length;
    if (looked >= MOST_LOOKED_AT) return undefined;
  }
  return isDirected(edges, false);
};
