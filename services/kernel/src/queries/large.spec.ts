import { anonymous, noGroups } from '../access/index.js';
import { Streams } from '../domain/streams.js';
import type { EventLog } from '../eventlog/port.js';
import { CounterWriter, counterEvent } from '../testkit/counter-writer.js';
import { counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type LargeLog, openLargeLog } from '../testkit/large-log.js';
import type { Projection } from '../projection/projection.js';
import { documentsAsOf } from './as-of.js';
import { type HistoryEntry, historyOf, type HistoryOptions } from './history.js';
import { pointInTimeOfRevision } from './moments.js';
import type { Page } from '../paging/page.js';

const MEGABYTES = 1_000_000;
const CHANGES = 24;
const stream = 'counter-a';

/** What is read of a stream is not held whole: its events may be of megabytes, and as many as somebody likes. */
describe('a stream of large events', () => {
  let engines: Embedded;
  let under: LargeLog;
  /** The most that was fetched by one read. */
  let most: number;
  let log: EventLog;

  beforeEach(async () => {
    engines = openEmbedded();
    under = await openLargeLog();
    const writer = new CounterWriter(under.log);
    for (let n = 0; n < CHANGES; n += 1)
      await writer.append('a', counterEvent('made', { owner: `${n}-${'x'.repeat(MEGABYTES)}` }));
    under.blobs.opened = 0;
    most = 0;
    const read: EventLog['read'] = async (name, options) => {
      const before = under.blobs.opened;
      const events = await under.log.read(name, options);
      most = Math.max(most, under.blobs.opened - before);
      return events;
    };
    log = { ...under.log, read };
  });
  afterEach(async () => {
    await under.discard();
    await engines.remove();
  });

  const options = (): HistoryOptions => ({
    log,
    vault: engines.vault,
    stream,
    id: 'a',
    collection: 'counters',
    projection: counters,
  });
  const pages = async (sort: string, limit = 1_000): Promise<readonly Page<HistoryEntry>[]> => {
    const all: Page<HistoryEntry>[] = [];
    do {
      const after = all.at(-1)?.next;
      all.push(await historyOf(options(), { limit, sort, ...(after && { after }) }));
    } while (all.at(-1)?.next !== undefined);
    return all;
  };
  const revisions = Array.from({ length: CHANGES }, (_, n) => String(n));

  it.each([
    ['revision', revisions],
    ['-revision', revisions.toReversed()],
  ])('has a history in pages that are no larger than they may be, by %s', async (sort, expected) => {
    const all = await pages(sort);
    expect(all.flatMap(({ elements }) => elements.map(({ revision }) => revision))).toEqual(expected);
    for (const { elements, total } of all) {
      expect(JSON.stringify(elements).length).toBeLessThan(10 * MEGABYTES);
      expect(elements.length).toBeGreaterThan(0);
      expect(total).toBe(CHANGES);
    }
    const [made] =
      (sort === 'revision' ? all[0] : all.at(-1))?.elements.slice(sort === 'revision' ? 0 : -1) ?? [];
    expect(made?.changes.map(({ path }) => path)).toContain('/owner');
    expect(most).toBeLessThan(20 * MEGABYTES);
  });

  it('has pages of as many entries as were asked for', async () => {
    const all = await pages('-revision', 2);
    expect(all).toHaveLength(CHANGES / 2);
    expect(all.flatMap(({ elements }) => elements.map(({ revision }) => revision))).toEqual(
      revisions.toReversed(),
    );
  });

  it('is folded and read as it was part by part', async () => {
    const { registers, logger, vault, documents: today } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000 });
    expect((await streams.current(counter, 'a')).tip?.revision).toBe(BigInt(CHANGES - 1));
    expect((await streams.at(counter, 'a', 17n)).tip?.revision).toBe(17n);
    const collections = [{ collection: 'counters', category: 'counter', projection: counters as Projection }];
    const reader = { principal: anonymous, rights: noGroups, at: '' };
    const moment = { at: '', pinned: { stream, revision: 20n } };
    const then = documentsAsOf({ log, vault, today, collections, pointInTime: moment, reader });
    expect((await then.get('counters', 'a'))?.['revision']).toBe('20');
    expect(most).toBeLessThan(20 * MEGABYTES);
  });

  it('tells the moment of a revision without its data', async () => {
    const [last] = (await under.bare.read(stream)).slice(-1);
    const revision = BigInt(CHANGES - 1);
    const moment = { at: last?.metadata.at, pinned: { stream, revision } };
    expect(await pointInTimeOfRevision(log, stream, revision)).toEqual(moment);
    expect(await pointInTimeOfRevision(log, stream, revision + 1n)).toBe('future');
    expect(await pointInTimeOfRevision(log, 'counter-none', 0n)).toBe('none');
    expect(under.blobs.opened).toBe(0);
  });
});
