import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { pause } from '../../clock/pause.js';
import {
  anEvent,
  asAppended,
  collect,
  expectAppended,
  fill,
  freshCategory,
  freshStream,
  someEvents,
  untilAppended,
} from '../conformance-events.js';
import { type Position, START } from '../../base/position.js';
import type { Batch, EventToAppend, Expected, RecordedEvent, SubscribeOptions } from '../port.js';
import { NO_STREAM, RecordDamaged } from '../port.js';
import type { EventStoreDbEventLog } from './index.js';
import { openEventStoreDb } from './index.js';

const NO_POSITION = '18446744073709551615';
const LARGEST: Position = (2n ** 63n - 1n).toString().padStart(20, '0');

/** What a server does between two releases is not always the same; what Cairn makes of it is. */
describe.each(['23.10', '24.6'] as const)(
  'the event log on the protocol double of EventStoreDB %s',
  (release) => {
    let double: EventStoreDbDouble;
    let log: EventStoreDbEventLog;
    let category: string;

    const start = async (options: Parameters<typeof startEventStoreDbDouble>[0] = {}): Promise<void> => {
      double = await startEventStoreDbDouble({ release, ...options });
      log = await openEventStoreDb({ url: double.url });
    };
    const end = async (): Promise<void> => {
      await log.close();
      await double.stop();
    };
    beforeEach(async () => {
      category = freshCategory();
      await start();
    });
    afterEach(end);

    const following = (after: Position, stop: AbortController): SubscribeOptions => ({
      after,
      categories: [category],
      maxBatch: 10,
      signal: stop.signal,
    });

    const untilCaughtUp = async (after: Position): Promise<readonly Batch[]> => {
      const stop = new AbortController();
      const batches: Batch[] = [];
      for await (const batch of log.subscribe(following(after, stop))) {
        batches.push(batch);
        if (batch.caughtUp) stop.abort();
      }
      return batches;
    };

    const foreign = async (count: number): Promise<void> => {
      const other = EventStoreDBClient.connectionString(double.url);
      const events = Array.from({ length: count }, () => jsonEvent({ type: 'foreign', data: {} }));
      for (let at = 0; at < count; at += 1_000)
        await other.appendToStream(`other-${at}`, events.slice(at, at + 1_000));
      await other.dispose();
    };

    it('comes to the head of a log that is nearly empty, and gives what comes after', async () => {
      await foreign(1);
      const position = (await untilCaughtUp(START)).at(-1)!.position;
      expect(position <= LARGEST).toBe(true);
      const stream = freshStream(category);
      const { tip } = await fill(log, stream, 3);
      const given = await collect(log, [category], 3, position);
      expect(given).toEqual(await log.read(stream));
      expect(given.at(-1)?.hash).toBe(tip.hash);
    });

    it('takes 2^64−1, which a release before kept, for the start', async () => {
      await fill(log, freshStream(category), 3);
      const all = await log.readAll({ after: START, categories: [category], limit: 10 });
      expect(await log.readAll({ after: NO_POSITION, categories: [category], limit: 10 })).toEqual(all);
      expect(await collect(log, [category], 3, NO_POSITION)).toEqual(all.events);
    });

    it('says that it caught up at the head alone, however far behind the consumer was', async () => {
      await end();
      await start({ liveBufferEvents: 5 });
      const stop = new AbortController();
      const seen: RecordedEvent[] = [];
      const behind: number[] = [];
      let appended = 0;
      for await (const { events, caughtUp } of log.subscribe(following(START, stop))) {
        seen.push(...events);
        if (caughtUp) behind.push(appended - seen.length);
        if (caughtUp && appended < 1_200) {
          await fill(log, freshStream(category), 400);
          appended += 400;
        } else if (caughtUp) stop.abort();
      }
      expect(seen).toHaveLength(1_200);
      expect(behind).toEqual([0, 0, 0, 0]);
    });

    it('says at once that no record begins at a position', async () => {
      const { position = START } = await fill(log, freshStream(category), 3);
      const between = String(BigInt(position) - 1n).padStart(20, '0');
      const began = performance.now();
      await expect(log.readAll({ after: between, categories: [category], limit: 1 })).rejects.toThrow(
        new RegExp(`no record at position ${between} .*rebuild`),
      );
      await expect(collect(log, [category], 1, between)).rejects.toThrow(RecordDamaged);
      expect(performance.now() - began).toBeLessThan(1_500);
      expect(log.refusal()).toBeUndefined();
    });

    it('tells how far a long scan is that finds nothing; a subscription goes on from there', async () => {
      await foreign(5_000);
      const batches = await untilCaughtUp(START);
      const [passed] = batches.filter(({ caughtUp }) => !caughtUp);
      expect(passed).toMatchObject({ events: [] });
      const stream = freshStream(category);
      await fill(log, stream, 2);
      expect(await collect(log, [category], 2, passed!.position)).toEqual(await log.read(stream));
    });

    it('asks the server where the log ends once for all who ask at the same time', async () => {
      double.faults.add({ kind: 'delay', ms: 1, operation: 'read', count: 100 });
      const { position } = await fill(log, freshStream(category), 1);
      const before = double.faults.list()[0]?.count;
      expect(new Set(await Promise.all(Array.from({ length: 50 }, () => log.head())))).toEqual(
        new Set([position]),
      );
      expect(Number(before) - Number(double.faults.list()[0]?.count)).toBeLessThanOrEqual(2);
    });

    it('refuses an append that is larger than any server takes, and loses nothing of others', async () => {
      const large = Array.from({ length: 18 }, () => anEvent('x'.repeat(1_000_000)));
      const tooLarge = log.append({ stream: freshStream(category), expected: NO_STREAM, events: large });
      const refused = expect(tooLarge).rejects.toThrow(/whatever its MaxAppendSize: split it/);
      const others = Array.from(
        { length: 5 },
        () => ({ stream: freshStream(category), expected: NO_STREAM, events: someEvents(1) }) as const,
      );
      const began = performance.now();
      for (const outcome of await log.appendMany(others)) expectAppended(outcome);
      await refused;
      expect(performance.now() - began).toBeLessThan(1_000);
    });

    it('law 3: loses and doubles nothing when the server stops, which takes it a while, and starts again', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-double-'));
      const file = join(folder, 'events.log');
      await end();
      await start({ file });
      const stream = freshStream(category);
      const written: EventToAppend[] = [];
      let expected: Expected = NO_STREAM;
      const write = async (until: () => boolean): Promise<void> => {
        for (let event = anEvent(); !until(); event = anEvent()) {
          expected = await untilAppended(log, { stream, expected, events: [event] });
          written.push(event);
        }
      };
      let isBack = false;
      const writing = write(() => isBack && written.length > 50);
      while (written.length < 20) await pause(5);
      await double.stop({ graceMs: 300 });
      double = await startEventStoreDbDouble({ release, file, port: double.port });
      isBack = true;
      await writing;
      expect((await log.read(stream)).map(asAppended)).toEqual(written);
      expect((await collect(log, [category], written.length)).map(asAppended)).toEqual(written);
      rmSync(folder, { recursive: true });
    });

    it('law 3: answers two who send the same at the same time, both soon', async () => {
      const other = await openEventStoreDb({ url: double.url });
      double.faults.add({ kind: 'delay', ms: 60, operation: 'append', count: 1 });
      const append = { stream: freshStream(category), expected: NO_STREAM, events: someEvents(2) } as const;
      const began = performance.now();
      const [one, two] = await Promise.all([log.append(append), other.append(append)]);
      expect(performance.now() - began).toBeLessThan(900);
      expect(expectAppended(one).tip).toEqual(expectAppended(two).tip);
      expect((await log.read(append.stream)).map(asAppended)).toEqual(append.events);
      await other.close();
    });
  },
);
