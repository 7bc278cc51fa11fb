import type { EventLog } from '../eventlog/port.js';
import type { Projection } from '../projection/projection.js';
import { CounterWriter, counterEvent } from '../testkit/counter-writer.js';
import { counterEvents, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type HistoryEntry, historyOf } from './history.js';
import { KeptFolds } from '../context/kept-folds.js';
import { PastBudget } from '../context/past.js';
import type { Page } from '../paging/page.js';
import type { PointInTime } from '../context/query-context.js';

const EVENTS = 3_000;
const FIRST = 2_001;
const stream = 'counter-a';
const time = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
/** Nothing in it tells of a person. */
const plain = {
  ...counters,
  events: counterEvents.filter(({ personal }) => personal.length === 0),
} as Projection;

interface Asked {
  readonly sort?: string;
  readonly limit?: number;
  readonly after?: Page<HistoryEntry>['next'];
  readonly most?: number;
  readonly since?: string;
  readonly pointInTime?: PointInTime;
  readonly projection?: Projection;
  readonly log?: EventLog;
}

/** A history of a long stream is not folded from its beginning for each page. */
describe('the history of a long stream', () => {
  let engines: Embedded;
  let kept: KeptFolds;
  /** Events that were read for the last page. */
  let read: number;

  beforeAll(async () => {
    engines = openEmbedded();
    const added = Array.from({ length: EVENTS - 1 }, (_, n) =>
      counterEvent('added', { by: 1 }, { at: time(n + 1) }),
    );
    await new CounterWriter(engines.log).append(
      'a',
      counterEvent('made', { owner: 'o' }, { at: time(0) }),
      ...added,
    );
  });
  beforeEach(() => {
    kept = new KeptFolds(1_000_000);
  });
  afterAll(() => engines.remove());

  const ask = async ({ sort = '-revision', limit = 1, after, most = 1e9, ...asked }: Asked = {}) => {
    read = 0;
    const budget = new PastBudget({ events: most }, ({ events }) => (read = events));
    const { vault } = engines;
    const source = { log: engines.log, vault, stream, id: 'a', collection: 'counters', projection: plain };
    const page = { limit, sort, ...(after && { after }) };
    return historyOf({ ...source, ...asked, past: { budget, kept } }, page);
  };
  const sumsOf = ({ elements }: Page<HistoryEntry>) =>
    elements.map(({ revision, changes }) => {
      const sum = changes.find(({ path }) => path === '/sum');
      return [Number(revision), sum?.before, sum?.after] as const;
    });
  const last = EVENTS - 1;

  it('is read once for the newest entry, and hardly at all after that', async () => {
    const first = await ask();
    expect(sumsOf(first)).toEqual([[last, last - 1, last]]);
    expect([first.total, first.totalExact]).toEqual([EVENTS, true]);
    expect(read).toBeGreaterThanOrEqual(EVENTS);
    expect(await ask()).toEqual(first);
    expect(read).toBeLessThan(1_000);
  });

  it.each([
    ['-revision', Array.from({ length: EVENTS }, (_, n) => last - n)],
    ['revision', Array.from({ length: EVENTS }, (_, n) => n)],
  ])('has the same pages, each read for itself, by %s', async (sort, revisions) => {
    const told: number[] = [];
    let after: Page<HistoryEntry>['next'];
    await ask({ sort });
    do {
      const page = await ask({ sort, limit: 170, ...(after && { after }) });
      for (const [revision, before, now] of sumsOf(page)) {
        told.push(revision);
        if (revision > 0) expect([before, now]).toEqual([revision - 1, revision]);
      }
      expect(page.total).toBe(EVENTS);
      expect(read).toBeLessThan(2_000);
      after = page.next;
    } while (after !== undefined);
    expect(told).toEqual(revisions);
  });

  it('is counted as far as the request may read, oldest first', async () => {
    const first = await ask({ sort: 'revision', most: 500 });
    expect(sumsOf(first)).toEqual([[0, undefined, 0]]);
    expect(first.next).toEqual({ value: 0, id: '0' });
    expect(first.totalExact).toBe(false);
    expect(first.total).toBeLessThan(700);
    expect(read).toBeLessThan(700);
    let counted = first;
    for (let n = 0; n < 30 && !counted.totalExact; n += 1)
      counted = await ask({ sort: 'revision', most: 500 });
    expect([counted.total, counted.totalExact]).toEqual([EVENTS, true]);
  });

  it('gives its newest entry however little the request may read', async () => {
    expect(sumsOf(await ask({ most: 100 }))).toEqual([[last, last - 1, last]]);
  });

  it.each(['-revision', 'revision'])('tells nothing of what was before it is seen, by %s', async (sort) => {
    await ask();
    const seen: number[] = [];
    let after: Page<HistoryEntry>['next'];
    do {
      const page = await ask({ sort, limit: 170, since: time(FIRST), ...(after && { after }) });
      expect([page.total, page.totalExact]).toEqual([EVENTS - FIRST, true]);
      for (const [revision, before] of sumsOf(page)) {
        seen.push(revision);
        expect(before).toBe(revision === FIRST ? undefined : revision - 1);
      }
      after = page.next;
    } while (after !== undefined);
    expect([...seen].sort((one, other) => one - other)).toEqual(
      Array.from({ length: EVENTS - FIRST }, (_, n) => FIRST + n),
    );
    const before = { value: FIRST - 100, id: String(FIRST - 100) };
    const { elements } = await ask({ sort, limit: 5, since: time(FIRST), after: before });
    expect(elements.map(({ revision }) => Number(revision))).toEqual(
      sort === 'revision' ? [0, 1, 2, 3, 4].map((n) => FIRST + n) : [],
    );
  });

  it('has nothing to tell where it is seen from later on', async () => {
    for (const sort of ['-revision', 'revision'])
      expect(await ask({ sort, since: time(EVENTS) })).toEqual({ elements: [], total: 0, totalExact: true });
  });

  it('ends at the moment that is read, whatever is kept of later', async () => {
    await ask();
    const page = await ask({ pointInTime: { at: time(700) } });
    expect([sumsOf(page), page.total]).toEqual([[[700, 699, 700]], 701]);
    expect(read).toBeLessThan(1_500);
  });

  it('is never kept where it tells of a person: an erasure is at once', async () => {
    await ask({ projection: counters });
    await ask({ projection: counters });
    expect(read).toBeGreaterThanOrEqual(EVENTS);
  });

  it('is kept in no more memory than it may take', async () => {
    kept = new KeptFolds(2_000);
    await ask();
    expect(kept.latest(plain, stream, () => true)?.tip.revision).toBeGreaterThan(2_500n);
    expect(kept.latest(plain, stream, ({ tip }) => tip.revision < 1_000n)).toBeUndefined();
    const some = await ask({ sort: 'revision', limit: 3, after: { value: 9, id: '9' } });
    expect(sumsOf(some)).toEqual([
      [10, 9, 10],
      [11, 10, 11],
      [12, 11, 12],
    ]);
  });

  it('is folded anew when the log is another one than what is kept was made of', async () => {
    await ask();
    const other = openEmbedded();
    const events = Array.from({ length: EVENTS }, () => counterEvent('added', { by: 2 }));
    await new CounterWriter(other.log).append('a', counterEvent('made', { owner: 'p' }), ...events);
    expect(sumsOf(await ask({ log: other.log }))).toEqual([[EVENTS, 2 * EVENTS - 2, 2 * EVENTS]]);
    await other.remove();
  });
});
