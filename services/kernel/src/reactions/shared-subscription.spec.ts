import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Position, START } from '../base/position.js';
import { type EventLog, NO_STREAM, type SubscribeOptions } from '../eventlog/port.js';
import { countedSubscriptions } from '../testkit/counted-subscriptions.js';
import { counterEvent, CounterWriter } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { SharedSubscription } from './shared-subscription.js';

const CATEGORIES = ['counter', 'other'];

describe('a shared subscription', () => {
  let engines: Embedded;
  let counted: { readonly opened: number; readonly open: number };
  let log: EventLog;
  let shared: SharedSubscription;
  let stop: AbortController;
  let running: Promise<void>[];

  beforeEach(() => {
    engines = openEmbedded();
    ({ log, counted } = countedSubscriptions(engines.log));
    shared = new SharedSubscription(log, CATEGORIES);
    stop = new AbortController();
    running = [];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.allSettled(running);
    await shared.ended();
    expect(counted.open).toBe(0);
    await engines.remove();
  });

  const write = async (category: string, count: number): Promise<Position> => {
    const events = Array.from({ length: count }, () => counterEvent('made', { owner: 'o' }));
    await engines.log.append({ stream: `${category}-${randomUUID()}`, expected: NO_STREAM, events });
    return engines.log.head();
  };
  /** Where its events stand, in the order in which they came. */
  const follow = (
    options: Partial<SubscribeOptions> = {},
    slowly: () => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const got: Position[] = [];
    const told = { position: START, caughtUp: false, error: undefined as unknown };
    const subscribe = async (): Promise<void> => {
      const given = { after: START, categories: ['counter'], maxBatch: 1_000, signal: stop.signal };
      for await (const batch of shared.subscribe({ ...given, pastDamage: true, ...options })) {
        expect(batch.events.length).toBeLessThanOrEqual(options.maxBatch ?? 1_000);
        got.push(...batch.events.map(({ position }) => position));
        told.position = batch.position;
        told.caughtUp = batch.caughtUp;
        await slowly();
      }
    };
    running.push(subscribe().catch((error: unknown) => void (told.error = error)));
    return { got, told };
  };
  const placesAfter = async (after: Position, categories = ['counter']): Promise<Position[]> => {
    const places: Position[] = [];
    for (let from = after; ;) {
      const page = await engines.log.readAll({ after: from, categories, limit: 1_000 });
      places.push(...page.events.map(({ position }) => position));
      if (page.caughtUp) return places;
      from = page.position;
    }
  };

  it('reads once for all who stand at the same place, each of whom gets what it asked for', async () => {
    await write('counter', 2_500);
    await write('other', 3);
    const [one, two, other] = [follow(), follow({ maxBatch: 200 }), follow({ categories: ['other'] })];
    const [all, others] = [await placesAfter(START), await placesAfter(START, ['other'])];
    await until(async () => [one, two, other].every(({ told }) => told.caughtUp));
    await write('counter', 1);
    await until(async () => one.got.length === 2_501 && two.got.length === 2_501);
    expect([one.got.slice(0, -1), two.got.slice(0, -1), other.got]).toEqual([all, all, others]);
    expect(counted.opened).toBe(1);
  });

  it('lets one that starts further back catch up by itself, and joins it with the others then', async () => {
    const head = await write('counter', 3_000);
    const first = follow({ after: head });
    await until(async () => first.told.caughtUp);
    const late = follow();
    await until(async () => late.got.length === 3_000);
    await write('counter', 2);
    await until(async () => late.got.length === 3_002 && first.got.length === 2);
    expect(late.got).toEqual(await placesAfter(START));
    await until(async () => counted.open === 1);
    expect(counted.opened).toBe(2);
  });

  it('is not held up by one that is slow, which gets all of it later', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const [fast, slow] = [follow(), follow({}, () => held)];
    await until(async () => fast.told.caughtUp && slow.told.caughtUp);
    for (let part = 0; part < 5; part += 1) await write('counter', 700);
    await until(async () => fast.got.length === 3_500, 5_000);
    expect(slow.got.length).toBeLessThan(3_500);
    go();
    await until(async () => slow.got.length === 3_500);
    expect(slow.got).toEqual(fast.got);
    await write('counter', 1);
    await until(async () => slow.got.length === 3_501 && counted.open === 1);
  });

  it('is held up no longer than that while it catches up', async () => {
    await write('counter', 1_000);
    for (let part = 0; part < 7; part += 1) await write('counter', 1_000);
    const [fast, stuck] = [
      follow(),
      follow({}, () => new Promise((resolve) => stop.signal.addEventListener('abort', resolve))),
    ];
    await until(async () => fast.got.length === 8_000, 5_000);
    expect(stuck.got).toHaveLength(1_000);
  });

  it('tells of other streams how far it is, so that a checkpoint moves', async () => {
    const one = follow({ categories: ['other'] });
    follow();
    await until(async () => one.told.caughtUp);
    for (let part = 0; part < 2; part += 1) await write('counter', 800);
    await until(async () => one.told.position > START);
    expect(one.got).toEqual([]);
  });

  it('reads for those who listen for something no more than that, until a projection is there, and after', async () => {
    const asked: (readonly string[])[] = [];
    const spied = Object.create(log) as EventLog;
    spied.subscribe = (options) => {
      asked.push(options.categories);
      return log.subscribe(options);
    };
    shared = new SharedSubscription(spied, CATEGORIES);
    const listener = follow({ categories: ['other'] });
    await until(async () => listener.told.caughtUp);
    const leads = new AbortController();
    const signal = AbortSignal.any([leads.signal, stop.signal]);
    const projection = follow({ categories: CATEGORIES, signal });
    await until(async () => projection.told.caughtUp);
    await write('other', 1);
    await until(async () => listener.got.length === 1 && projection.got.length === 1 && counted.open === 1);
    leads.abort();
    await until(async () => asked.length === 3 && counted.open === 1);
    await write('counter', 1);
    await write('other', 1);
    await until(async () => listener.got.length === 2);
    expect(asked).toEqual([['other'], CATEGORIES, ['other']]);
    expect(projection.got).toHaveLength(1);
  });

  it('says at once that it is at the head to one that comes there', async () => {
    const head = await write('counter', 1);
    const first = follow({ after: head });
    await until(async () => first.told.caughtUp);
    const second = follow({ after: head });
    await until(async () => second.told.caughtUp);
    expect([second.told.position, counted.opened]).toEqual([head, 1]);
  });

  it('fails for one alone that stands at no place of this log', async () => {
    await write('counter', 1);
    const fine = follow();
    await until(async () => fine.told.caughtUp);
    const lost = follow({ after: '9999999999999999' });
    await until(async () => lost.told.error !== undefined);
    await write('counter', 1);
    await until(async () => fine.got.length === 2);
    expect([String(lost.told.error), fine.told.error]).toEqual([expect.stringContaining('log'), undefined]);
  });

  it('subscribes apart for one that wants streams that are not read together', async () => {
    const [one, apart] = [follow(), follow({ categories: ['third'] })];
    await until(async () => one.told.caughtUp && apart.told.caughtUp);
    await write('third', 1);
    await until(async () => apart.got.length === 1);
    expect(counted.open).toBe(2);
  });

  it('gives each of many, whenever they come and go and however slow they are, each event once and in order', async () => {
    const writer = new CounterWriter(engines.log);
    const arrival = fc.record({
      from: fc.nat({ max: 100 }),
      maxBatch: fc.integer({ min: 1, max: 1_000 }),
      slowMs: fc.nat({ max: 8 }),
      comesAfterMs: fc.nat({ max: 60 }),
      goesAfter: fc.option(fc.nat({ max: 300 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 2, maxLength: 6 }), async (arrivals) => {
        const before = await placesAfter(START);
        const followed = arrivals.map(async ({ from, maxBatch, slowMs, comesAfterMs, goesAfter }) => {
          await new Promise((resolve) => setTimeout(resolve, comesAfterMs));
          const after = before[before.length - 1 - from] ?? START;
          const end = new AbortController();
          const signal = AbortSignal.any([end.signal, stop.signal]);
          const { got } = follow({ after, maxBatch, signal }, async () => {
            if (goesAfter !== undefined && got.length > goesAfter) end.abort();
            await new Promise((resolve) => setTimeout(resolve, slowMs));
          });
          return { after, got, goesAfter, end };
        });
        for (let part = 0; part < 12; part += 1) {
          await Promise.all(Array.from({ length: 150 }, (_, n) => writer.addToEach([`c${n}`])));
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const { after, got, goesAfter, end } of await Promise.all(followed)) {
          const all = await placesAfter(after);
          await until(async () => got.length >= (goesAfter === undefined ? all.length : 1));
          end.abort();
          expect(got).toEqual(all.slice(0, got.length));
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
