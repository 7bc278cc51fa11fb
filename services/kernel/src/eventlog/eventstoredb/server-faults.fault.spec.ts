import type { RunningEngine } from '@cairn/engines';
import { startEngine } from '@cairn/engines';
import { pause } from '../../clock/pause.js';
import { asAppended, freshCategory, freshStream, someEvents, untilAppended } from '../conformance-events.js';
import { type StreamName, START } from '../../base/position.js';
import type { Append, EventToAppend, Expected, RecordedEvent } from '../port.js';
import { LogUnavailable, NO_STREAM } from '../port.js';
import type { EventStoreDbEventLog } from './index.js';
import { openEventStoreDb } from './index.js';

const DEADLINE_MS = 500;
/** For what is compared when all is over, however busy the machine is. */
const PATIENT_MS = 10_000;

describe('the event log on EventStoreDB, when the server goes away', () => {
  let engine: RunningEngine;
  let log: EventStoreDbEventLog;

  beforeEach(async () => {
    engine = await startEngine('eventstoredb');
    log = await openEventStoreDb({ url: engine.url, deadlineMs: DEADLINE_MS });
  });
  afterEach(async () => {
    await log.close();
    await engine.stop();
  });

  const anAppend = (): Append => ({ stream: freshStream(), expected: NO_STREAM, events: someEvents(1) });

  interface Writer {
    readonly stream: StreamName;
    readonly written: EventToAppend[];
  }

  const write = async ({ stream, written }: Writer, goesOn: () => boolean): Promise<void> => {
    let expected: Expected = NO_STREAM;
    while (goesOn()) {
      const events = someEvents(1 + (written.length % 3));
      expected = await untilAppended(log, { stream, expected, events });
      written.push(...events);
    }
  };

  const follow = async (category: string, seen: RecordedEvent[], stop: AbortController): Promise<void> => {
    const options = { after: START, categories: [category], maxBatch: 50, signal: stop.signal };
    for await (const { events } of log.subscribe(options)) seen.push(...events);
  };

  const settled = async (what: () => boolean): Promise<void> => {
    while (!what()) await pause(10);
  };

  it('loses and doubles nothing when it is killed under load, neither in streams nor for who follows', async () => {
    const category = freshCategory();
    const writers = Array.from({ length: 16 }, (): Writer => ({
      stream: freshStream(category),
      written: [],
    }));
    const count = (): number => writers.reduce((sum, { written }) => sum + written.length, 0);
    const seen: RecordedEvent[] = [];
    const stop = new AbortController();
    const following = follow(category, seen, stop);
    let goesOn = true;
    const writing = Promise.all(writers.map((writer) => write(writer, () => goesOn)));
    for (let kills = 0; kills < 3; kills++) {
      const before = count();
      await settled(() => count() > before + 200);
      await engine.kill();
      await engine.again();
    }
    goesOn = false;
    await writing;
    await settled(() => seen.length >= count());
    stop.abort();
    await following;
    const patient = await openEventStoreDb({ url: engine.url, deadlineMs: PATIENT_MS });
    for (const { stream, written } of writers)
      expect((await patient.read(stream)).map(asAppended)).toEqual(written);
    const { events } = await patient.readAll({ after: START, categories: [category], limit: 100_000 });
    await patient.close();
    expect(seen).toEqual(events);
    expect(seen).toHaveLength(count());
  });

  it('keeps its deadlines while the server is frozen, and goes on when it goes on', async () => {
    const append = anAppend();
    await untilAppended(log, append);
    const seen: RecordedEvent[] = [];
    const stop = new AbortController();
    const [category] = append.stream.split('-');
    const following = follow(category!, seen, stop);
    await settled(() => seen.length === 1);

    await engine.signal('SIGSTOP');
    const began = performance.now();
    const frozen = anAppend();
    const failures = await Promise.allSettled([log.append(frozen), log.read(append.stream), log.head()]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(log.append(frozen)).rejects.toThrow(LogUnavailable);
    expect(performance.now() - began).toBeLessThan(4 * DEADLINE_MS);
    expect(log.refusal()).toContain(`does not answer within ${DEADLINE_MS} ms`);

    await engine.signal('SIGCONT');
    await untilAppended(log, frozen);
    expect((await log.read(frozen.stream)).map(asAppended)).toEqual(frozen.events);
    expect(log.refusal()).toBeUndefined();
    const last = { ...anAppend(), stream: freshStream(category) };
    await untilAppended(log, last);
    await settled(() => seen.length === 2);
    expect(seen.map(asAppended)).toEqual([...append.events, ...last.events]);
    stop.abort();
    await following;
  });

  it('opens while the server is away, says so, and appends when it is back', async () => {
    await engine.kill();
    const opened = await openEventStoreDb({ url: engine.url, deadlineMs: DEADLINE_MS });
    const { host } = new URL(engine.url);
    expect(opened.refusal()).toContain(`EventStoreDB at ${host} does not answer`);
    await expect(opened.append(anAppend())).rejects.toThrow(LogUnavailable);
    await expect(opened.read(freshStream())).rejects.toThrow(/does it run/);
    await engine.again();
    await settled(() => opened.refusal() === undefined);
    await untilAppended(opened, anAppend());
    await opened.close();
    expect(opened.refusal()).toBe('the log is closed');
  });

  it('ends a subscription at once while there is no server', async () => {
    const stop = new AbortController();
    const options = { after: START, categories: [freshCategory()], maxBatch: 5, signal: stop.signal };
    const batches = log.subscribe(options)[Symbol.asyncIterator]();
    await batches.next();
    await engine.kill();
    const next = batches.next();
    stop.abort();
    expect((await next).done).toBe(true);
  });
});
