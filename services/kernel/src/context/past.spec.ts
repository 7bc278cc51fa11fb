import { anonymous, noGroups } from '../access/index.js';
import type { Document } from '../documents/port.js';
import type { Projection } from '../projection/projection.js';
import { CounterWriter, counterEvent } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded, pagesBy } from '../testkit/index.js';
import { documentsAsOf } from '../queries/as-of.js';
import { KeptFolds } from './kept-folds.js';
import { pageOf } from '../paging/paging.js';
import { PastBudget } from './past.js';
import type { Page } from '../paging/page.js';
import type { DocumentsReader } from '../paging/documents-reader.js';
import { openPlace, PlaceUnknown } from '../paging/sealed-place.js';

const ROWS = 40;
const day = (n: number): string => `2026-01-0${n}T00:00:00.000Z`;
const id = (n: number): string => `c${String(n).padStart(4, '0')}`;
const filter = { fields: { deleted: false } };

/** A list as of a time reads so many events for one request, and goes on with the next. */
describe('a list as of a time, within what one request may read', () => {
  let engines: Embedded;
  /** Rows of today: what became of them, and how many events each has. */
  let rows: Document[];
  /** Events that were read by the last request. */
  let read: number;

  beforeEach(() => {
    engines = openEmbedded();
    rows = [];
  });
  afterEach(() => engines.remove());

  const make = async (n: number, events: number, row: Partial<Document> = {}): Promise<void> => {
    const added = Array.from({ length: events - 1 }, () => counterEvent('added', { by: 1 }, { at: day(1) }));
    const made = counterEvent('made', { owner: 'o' }, { at: day(row['later'] === true ? 3 : 1) });
    const at = made.metadata.at;
    await new CounterWriter(engines.log).append(
      id(n),
      made,
      ...added.map((event) => ({ ...event, metadata: { ...event.metadata, at } })),
    );
    rows.push({ id: id(n), created_at: day(1), deleted: false, revision: String(events - 1), ...row });
  };

  const today: DocumentsReader = {
    get: () => Promise.reject(new Error('not asked')),
    getMany: () => Promise.reject(new Error('not asked')),
    getSome: () => Promise.reject(new Error('not asked')),
    count: () => Promise.reject(new Error('not asked')),
    find: () => Promise.reject(new Error('not asked')),
    findPage: pagesBy(async (_, { limit, after }) =>
      rows.filter((row) => after === undefined || row.id > after.id).slice(0, limit),
    ),
  };

  const page = async (
    most: number,
    limit: number,
    after: Page<Document>['next'],
    beside?: (documents: readonly Document[], budget: PastBudget) => Promise<void>,
  ): Promise<Page<Document>> => {
    read = 0;
    const budget = new PastBudget({ events: most }, ({ events }) => (read = events));
    const past = { budget, kept: new KeptFolds(1_000_000) };
    const collections = [{ collection: 'counters', category: 'counter', projection: counters as Projection }];
    const reader = { principal: anonymous, rights: noGroups, at: day(4) };
    const { log, vault } = engines;
    const then = documentsAsOf({ log, vault, today, collections, pointInTime: { at: day(2) }, reader, past });
    return pageOf(
      then,
      'counters',
      filter,
      { limit, sort: 'created_at', ...(after && { after }) },
      beside && {
        beside: async (documents) => {
          await beside(documents, budget);
          return documents.length;
        },
      },
    );
  };

  /** All pages, one after the other. */
  const pages = async (
    most: number,
    limit: number,
  ): Promise<readonly (Page<Document> & { read: number })[]> => {
    const all: (Page<Document> & { read: number })[] = [];
    do {
      all.push({ ...(await page(most, limit, all.at(-1)?.next)), read });
      expect(all.length).toBeLessThan(2 * ROWS + 2);
    } while (all.at(-1)?.next !== undefined);
    return all;
  };
  const idsOf = (all: readonly Page<Document>[]): readonly string[] =>
    all.flatMap(({ elements }) => elements.map((one) => one.id));
  const expected = Array.from({ length: ROWS }, (_, n) => id(n));

  it('ends its page early and goes on there, with nothing left out and nothing twice', async () => {
    for (let n = 0; n < ROWS; n += 1) await make(n, 3);
    const all = await pages(20, 1_000);
    expect(idsOf(all)).toEqual(expected);
    expect(all.length).toBeGreaterThan(4);
    for (const one of all) expect(one.read).toBeLessThanOrEqual(20 + 3);
    expect(all.slice(0, -1).map(({ totalExact }) => totalExact)).not.toContain(true);
    for (const { total, elements } of all) expect(total).toBeGreaterThanOrEqual(elements.length);
    expect(all[0]!.total).toBeLessThanOrEqual(7);
  });

  it('is whole and counted where that is within it', async () => {
    for (let n = 0; n < ROWS; n += 1) await make(n, 2);
    expect(await page(10_000, 1_000, undefined)).toMatchObject({ total: ROWS, totalExact: true });
    const first = await page(10_000, 10, undefined);
    expect([first.elements.length, first.total, first.totalExact]).toEqual([10, ROWS, true]);
    expect(idsOf(await pages(10_000, 7))).toEqual(expected);
  });

  it('tells a row that is more than all of it', async () => {
    for (let n = 0; n < 5; n += 1) await make(n, n === 2 ? 400 : 2);
    const all = await pages(10, 1_000);
    expect(idsOf(all)).toEqual(expected.slice(0, 5));
  });

  it('comes past rows that were not there, without telling which', async () => {
    for (let n = 0; n < ROWS; n += 1) await make(n, 2, { later: n > 0 && n < ROWS - 1 });
    const all = await pages(10, 1_000);
    expect(idsOf(all)).toEqual([id(0), id(ROWS - 1)]);
    const empty = all.filter(({ elements }) => elements.length === 0);
    expect(empty.length).toBeGreaterThan(2);
    for (const { next } of all) {
      const told = JSON.stringify(next ?? '');
      expect(rows.slice(1, -1).filter((row) => told.includes(row.id))).toEqual([]);
    }
    const place = empty[0]!.next!;
    expect(rows.map((row) => row.id)).toContain((await openPlace(engines.vault, place)).id);
  });

  it('goes on from no place that was not sealed here', async () => {
    await make(0, 2);
    for (const forged of ['sealed.', `sealed.${Buffer.alloc(60).toString('base64url')}`])
      await expect(page(10, 10, { value: null, id: forged })).rejects.toBeInstanceOf(PlaceUnknown);
  });

  it('reads nothing of what was deleted before, and is deleted today', async () => {
    for (let n = 0; n < ROWS; n += 1) await make(n, 50, n === 0 ? {} : { deleted: true, deleted_at: day(1) });
    expect(idsOf([await page(10_000, 1_000, undefined)])).toEqual([id(0)]);
    expect(read).toBeLessThan(50 + ROWS + 1);
  });

  it('counts what is read beside its documents', async () => {
    for (let n = 0; n < ROWS; n += 1) await make(n, 2);
    const shown: string[] = [];
    const first = await page(100, 1_000, undefined, async (documents, budget) => {
      shown.push(...documents.map((one) => one.id));
      budget.spend(30);
    });
    expect(idsOf([first])).toEqual(shown);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(4);
    expect(first.next?.id).toBe(shown.at(-1));
  });
});
