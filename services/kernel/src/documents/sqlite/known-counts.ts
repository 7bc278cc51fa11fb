import { matches } from '../matching.js';
import type { Document, Filter } from '../port.js';
import type { Difference } from './side-tables.js';

interface Known {
  /** With readers at the end of time: those whose rights run out are not counted. */
  readonly filter: Filter;
  /** Documents that match; at least so many when not all were counted. */
  rows: number;
  readonly areAll: boolean;
}

/** Each is compared with each document that is written. */
const MOST_OF_TABLE = 16;
const BEGINNING = '1970-01-01T00:00:00.000Z';
const END = '9999-12-31T23:59:59.999Z';

/**
 * How many documents match a filter, as they were counted once and as each batch has changed it since: whoever reads
 * page after page of a list that grows does not have thousands of index entries counted for each. The process is the
 * only one that writes the file. Filters with words, and rights that run out, are counted each time.
 */
export class KnownCounts {
  readonly #tables = new Map<string, Map<string, Known>>();

  /**
   * Fewer than `worth` are counted faster than remembered. That many more than asked for are counted, so that as many may
   * go before it must be counted again.
   */
  constructor(private readonly worth = 1_000) {}

  /** Up to `limit`. `count` counts in the table. */
  count(
    table: string,
    filter: Filter,
    limit: number,
    count: (filter: Filter, limit: number) => number,
  ): number {
    if (filter.words !== undefined || limit < this.worth) return count(filter, limit);
    const lasting = readAt(filter, END);
    const key = JSON.stringify(lasting);
    const known = this.#tables.get(table)?.get(key);
    if (known !== undefined && isEnough(known, limit)) return Math.min(known.rows, limit);
    const bound = Math.min(limit + this.worth, Number.MAX_SAFE_INTEGER);
    const rows = count(filter, bound);
    if (rows >= this.worth && count(lasting, bound) === rows)
      this.#keep(table, key, { filter: lasting, rows, areAll: rows < bound });
    return Math.min(rows, limit);
  }

  /** A document of a table has changed. */
  written(table: string, { before, after }: Difference): void {
    const tracked = this.#tables.get(table);
    if (tracked === undefined) return;
    for (const [key, known] of tracked) {
      if (runsOut(after, known.filter)) tracked.delete(key);
      known.rows += isAmong(after, known.filter) - isAmong(before, known.filter);
    }
  }

  /** Nothing of what was counted is known any more. */
  clear(): void {
    this.#tables.clear();
  }

  /** What was counted longest ago goes first. */
  #keep(table: string, key: string, known: Known): void {
    const tracked = this.#tables.get(table) ?? new Map<string, Known>();
    this.#tables.set(table, tracked);
    tracked.delete(key);
    tracked.set(key, known);
    const [oldest] = tracked.keys();
    if (tracked.size > MOST_OF_TABLE && oldest !== undefined) tracked.delete(oldest);
  }
}

const isEnough = ({ rows, areAll }: Known, limit: number): boolean => areAll || rows >= limit;

const readAt = (filter: Filter, at: string): Filter =>
  filter.readers === undefined ? filter : { ...filter, readers: { ...filter.readers, at } };

const isAmong = (document: Document | undefined, filter: Filter): number =>
  Number(document !== undefined && matches(document, filter));

/** Whether it matches for a time only. */
const runsOut = (document: Document | undefined, lasting: Filter): boolean =>
  lasting.readers !== undefined &&
  isAmong(document, lasting) === 0 &&
  isAmong(document, readAt(lasting, BEGINNING)) === 1;
