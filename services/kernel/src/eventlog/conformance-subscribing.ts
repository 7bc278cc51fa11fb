import {
  asAppended,
  collect,
  expectAppended,
  expectAtHead,
  fill,
  freshCategory,
  freshStream,
  someEvents,
} from './conformance-events.js';
import { type Position, START } from '../base/position.js';
import type { Batch, EventLog, RecordedEvent } from './port.js';
import { NO_STREAM } from './port.js';

/** The part of the suite about following the log. */
export const subscribingCases = (log: () => EventLog): void => {
  describe('subscribing', () => {
    catchingUp(log);
    goingLive(log);
    ending(log);
    resuming(log);
  });
};

const catchingUp = (log: () => EventLog): void => {
  it('gives what is there in log order, in batches no larger than asked', async () => {
    const category = freshCategory();
    for (let n = 0; n < 4; n++) await fill(log(), freshStream(category), 10);
    const stop = new AbortController();
    const batches: Batch[] = [];
    for await (const batch of log().subscribe({
      after: START,
      categories: [category],
      maxBatch: 16,
      signal: stop.signal,
    })) {
      batches.push(batch);
      if (batch.caughtUp) stop.abort();
    }
    const all = await log().readAll({ after: START, categories: [category], limit: 100 });
    expect(batches.flatMap(({ events }) => events)).toEqual(all.events);
    expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThanOrEqual(16);
    for (const { events, position } of batches)
      expect(position >= (events.at(-1)?.position ?? START)).toBe(true);
    await expectAtHead(log(), batches.at(-1)!, all.events.at(-1)?.position);
    expect(batches.slice(0, -1).every(({ caughtUp }) => !caughtUp)).toBe(true);
  });

  it('says that it has caught up when there is nothing', async () => {
    const { position } = await fill(log(), freshStream(), 1);
    const stop = new AbortController();
    const options = { after: START, categories: [freshCategory()], maxBatch: 5, signal: stop.signal };
    const batches: Batch[] = [];
    for await (const batch of log().subscribe(options)) {
      batches.push(batch);
      if (batch.caughtUp) stop.abort();
    }
    expect(batches.flatMap(({ events }) => events)).toEqual([]);
    await expectAtHead(log(), batches.at(-1)!, position);
  });
};

const goingLive = (log: () => EventLog): void => {
  it('gives what comes while it waits, of its categories only', async () => {
    const category = freshCategory();
    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    const events = someEvents(3);
    const stream = freshStream(category);
    for await (const batch of log().subscribe({
      after: START,
      categories: [category],
      maxBatch: 10,
      signal: stop.signal,
    })) {
      if (seen.length === 0 && batch.caughtUp && batch.events.length === 0) {
        await fill(log(), freshStream(), 2);
        expectAppended(await log().append({ stream, expected: NO_STREAM, events }));
      }
      seen.push(...batch.events);
      if (seen.length >= 3) stop.abort();
    }
    expect(seen.map(asAppended)).toEqual(events);
    expect(seen).toEqual(await log().read(stream));
  });

  it('moves on while only other categories get events', async () => {
    const stop = new AbortController();
    let start: Position | undefined;
    for await (const { position, events } of log().subscribe({
      after: START,
      categories: [freshCategory()],
      maxBatch: 10,
      signal: stop.signal,
    })) {
      expect(events).toEqual([]);
      if (start === undefined) await fill(log(), freshStream(), 3_000);
      else if (position > start) stop.abort();
      start ??= position;
    }
    expect(start).toBeDefined();
  });
};

const ending = (log: () => EventLog): void => {
  it('ends when the signal aborts, before, while it waits, and never throws', async () => {
    const before = log().subscribe({
      after: START,
      categories: ['x'],
      maxBatch: 1,
      signal: AbortSignal.abort(),
    });
    for await (const batch of before) throw new Error(`unexpected ${batch.position}`);
    const stop = new AbortController();
    const options = { after: START, categories: [freshCategory()], maxBatch: 1, signal: stop.signal };
    const waiting = log().subscribe(options)[Symbol.asyncIterator]();
    await waiting.next();
    const next = waiting.next();
    stop.abort();
    expect((await next).done).toBe(true);
  });

  it('ends when the log closes', async () => {
    const { signal } = new AbortController();
    const options = { after: START, categories: [freshCategory()], maxBatch: 1, signal };
    const waiting = log().subscribe(options)[Symbol.asyncIterator]();
    await waiting.next();
    const next = waiting.next();
    await log().close();
    expect((await next).done).toBe(true);
  });
};

const resuming = (log: () => EventLog): void => {
  it('goes on from a checkpoint without a gap and without giving anything twice', async () => {
    const category = freshCategory();
    const streams = Array.from({ length: 5 }, () => freshStream(category));
    const writing = Promise.all(streams.map((stream) => writeOneByOne(log(), stream, 20)));
    const seen: RecordedEvent[] = [];
    let after: Position = START;
    while (seen.length < 100) {
      const stop = new AbortController();
      for await (const batch of log().subscribe({
        after,
        categories: [category],
        maxBatch: 9,
        signal: stop.signal,
      })) {
        seen.push(...batch.events);
        after = batch.position;
        if (batch.events.length > 0) stop.abort();
      }
    }
    await writing;
    expect(seen).toEqual((await log().readAll({ after: START, categories: [category], limit: 200 })).events);
  });

  it('gives several consumers the same, slow or fast', async () => {
    const [one, two] = [freshCategory(), freshCategory()];
    const streams = [freshStream(one), freshStream(two), freshStream(one)];
    const consumers = Promise.all([
      collect(log(), [one], 40),
      collect(log(), [one, two], 60),
      collect(log(), [two], 20),
    ]);
    await Promise.all(streams.map((stream) => writeOneByOne(log(), stream, 20)));
    const [first, both, second] = await consumers;
    const { events } = await log().readAll({ after: START, categories: [one, two], limit: 100 });
    expect(both).toEqual(events);
    expect(first).toEqual(events.filter(({ stream }) => stream.startsWith(one)));
    expect(second).toEqual(events.filter(({ stream }) => stream.startsWith(two)));
  });
};

const writeOneByOne = async (log: EventLog, stream: string, count: number): Promise<void> => {
  const events = someEvents(count);
  let expected: Parameters<EventLog['append']>[0]['expected'] = NO_STREAM;
  for (const event of events)
    expected = expectAppended(await log.append({ stream, expected, events: [event] })).tip;
};
