import { expectBounded } from './conformance-bytes.js';
import { anEvent, expectAppended, freshCategory, freshStream } from './conformance-events.js';
import { partsOf } from './parts.js';
import type { Batch, EventLog, RecordedEvent, SubscribeOptions } from './port.js';
import { START } from '../base/position.js';
import { NO_STREAM, RecordDamaged } from './port.js';
import { type LargeLog, openLargeLog } from '../testkit/large-log.js';

const MEGABYTES = 1_000_000;
const COUNT = 12;
/** What is in memory at once: a batch, and the event that fills it. */
const HELD = 20 * MEGABYTES;

describe('events whose data are in blobs', () => {
  let under: LargeLog;
  let log: EventLog;
  const category = freshCategory();
  const stream = freshStream(category);
  let events: readonly RecordedEvent[];

  const options = { after: START, categories: [category], maxBatch: 1_000 };
  const following = (signal: AbortSignal, pastDamage = false): AsyncIterator<Batch> =>
    log.subscribe({ ...options, signal, pastDamage } satisfies SubscribeOptions)[Symbol.asyncIterator]();
  const all = async (iterator: AsyncIterator<Batch>): Promise<Batch[]> => {
    const batches: Batch[] = [];
    while (batches.at(-1)?.caughtUp !== true) batches.push((await iterator.next()).value as Batch);
    return batches;
  };

  beforeEach(async () => {
    under = await openLargeLog();
    log = under.log;
    const large = Array.from({ length: COUNT }, (_, n) => anEvent(`${n}${'x'.repeat(3 * MEGABYTES)}`));
    expectAppended(await log.append({ stream, expected: NO_STREAM, events: large }));
    events = await log.read(stream);
    under.blobs.opened = 0;
  });
  afterEach(() => under.discard());

  it('are fetched for a follower no sooner than the batch before was taken', async () => {
    const stop = new AbortController();
    const iterator = following(stop.signal);
    const batches: Batch[] = [];
    while (batches.at(-1)?.caughtUp !== true) {
      const before = under.blobs.opened;
      batches.push((await iterator.next()).value as Batch);
      expect(under.blobs.opened - before).toBeLessThan(HELD);
    }
    expectBounded(
      batches,
      events.map(({ id }) => id),
    );
    stop.abort();
  });

  it('are paged so that a page holds no more than it may', async () => {
    const pages: Batch[] = [];
    while (pages.at(-1)?.caughtUp !== true) {
      const before = under.blobs.opened;
      const after = pages.at(-1)?.position ?? START;
      pages.push(await log.readAll({ after, categories: [category], limit: 1_000 }));
      expect(under.blobs.opened - before).toBeLessThan(HELD);
    }
    expectBounded(
      pages,
      events.map(({ id }) => id),
    );
  });

  it('are given no more when the follower stops between two parts', async () => {
    const stop = new AbortController();
    const iterator = following(stop.signal);
    await iterator.next();
    stop.abort();
    expect((await iterator.next()).done).toBe(true);
  });

  it('are told damaged in the part in which they stand', async () => {
    under.blobs.held.delete(events[1]!.payloadBlob!);
    under.blobs.held.delete(events[10]!.payloadBlob!);
    const stop = new AbortController();
    const batches = await all(following(stop.signal, true));
    stop.abort();
    for (const [index, { damaged = [], position }] of batches.entries())
      for (const record of damaged) {
        expect(record.position <= position).toBe(true);
        expect(record.position > (batches[index - 1]?.position ?? START)).toBe(true);
      }
    const told = batches.flatMap(({ damaged = [] }) => damaged.map(({ revision }) => revision));
    expect(told).toEqual([1n, 10n]);
    expect(batches.flatMap((batch) => batch.events)).toHaveLength(COUNT - 2);
    await expect(log.readAll({ after: START, categories: [category], limit: 5 })).rejects.toThrow(
      RecordDamaged,
    );
  });

  it('are read of their stream part by part', async () => {
    const read: RecordedEvent[] = [];
    let before = under.blobs.opened;
    for await (const part of partsOf(log, stream)) {
      expect(under.blobs.opened - before).toBeLessThan(HELD);
      before = under.blobs.opened;
      read.push(...part);
    }
    expect(read).toEqual(events);
    const some: RecordedEvent[] = [];
    for await (const part of partsOf(log, stream, { after: events[1]!, through: 8n })) some.push(...part);
    expect(some).toEqual(events.slice(2, 9));
  });

  it('are not fetched for who wants what is recorded beside them', async () => {
    const read = await log.read(stream, { withoutLarge: true });
    const page = await log.readAll({ ...options, limit: 100, withoutLarge: true });
    expect(under.blobs.opened).toBe(0);
    for (const given of [read, page.events])
      expect(given.map(({ id, payloadBlob }) => [id, payloadBlob])).toEqual(
        events.map(({ id, payloadBlob }) => [id, payloadBlob]),
      );
    expect(page.caughtUp).toBe(true);
  });

  it('are not fetched of the categories that are named, and of others they are', async () => {
    const other = freshStream(freshCategory());
    const large = anEvent('x'.repeat(3 * MEGABYTES));
    expectAppended(await log.append({ stream: other, expected: NO_STREAM, events: [large] }));
    const categories = [category, other.slice(0, other.indexOf('-'))];
    const { events: read } = await log.readAll({
      after: START,
      categories,
      withoutLargeOf: [category],
      limit: 100,
    });
    expect(under.blobs.opened).toBeLessThan(4 * MEGABYTES);
    expect(read.map(({ id, payloadBlob }) => [id, payloadBlob !== undefined])).toEqual(
      [...events, large].map(({ id }) => [id, true]),
    );
    expect(read.at(-1)?.data).toEqual(large.data);
  });
});
