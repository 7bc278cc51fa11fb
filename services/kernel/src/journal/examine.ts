import { nextTurn } from '../clock/pause.js';
import type { Page, PageRequest } from '../paging/page.js';

/** So many rows one answer looks at: a page of what is rare may be short, and its count is a part. */
const MOST_EXAMINED = 5_000;
const ROWS_AT_ONCE = 500;

type Place = NonNullable<Page<unknown>['next']>;

/** What a list goes over. */
export interface Examined<Row> {
  /** The rows after a place, in the order of the list. */
  read(after: Place | undefined, limit: number): Promise<readonly Row[]>;
  fits(row: Row): boolean;
  placeOf(row: Row): Place;
}

interface Seen<Row> {
  readonly rows: readonly Row[];
  /** The last row that was looked at, where there may be more. */
  readonly stopped: Row | undefined;
}

/** A page of the rows that fit. */
export const examine = async <Row>(list: Examined<Row>, page: PageRequest): Promise<Page<Row>> => {
  const all = await seen(list, undefined, MOST_EXAMINED);
  const here = page.after === undefined ? all : await seen(list, page.after, page.limit + 1);
  const elements = here.rows.slice(0, page.limit);
  const last = here.rows.length > page.limit ? elements.at(-1) : here.stopped;
  return {
    elements,
    total: Math.max(all.rows.length, elements.length),
    totalExact: all.stopped === undefined,
    ...(last === undefined ? {} : { next: list.placeOf(last) }),
  };
};

const seen = async <Row>(
  list: Examined<Row>,
  after: Place | undefined,
  wanted: number,
): Promise<Seen<Row>> => {
  const rows: Row[] = [];
  let place = after;
  for (let examined = 0; ;) {
    const some = await list.read(place, ROWS_AT_ONCE);
    rows.push(...some.filter((row) => list.fits(row)));
    examined += some.length;
    const last = some.at(-1);
    if (last === undefined || some.length < ROWS_AT_ONCE) return { rows, stopped: undefined };
    if (rows.length >= wanted || examined >= MOST_EXAMINED) return { rows, stopped: last };
    place = list.placeOf(last);
    await nextTurn();
  }
};
