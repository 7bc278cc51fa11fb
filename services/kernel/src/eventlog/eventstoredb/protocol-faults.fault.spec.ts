import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { freshId } from '../../clock/ids.js';
import {
  anEvent,
  asAppended,
  collect,
  expectAppended,
  fill,
  freshCategory,
  freshStream,
  someEvents,
} from '../conformance-events.js';
import type { Append, AppendOutcome, EventLog, RecordedEvent } from '../port.js';
import { START } from '../../base/position.js';
import { OutcomeUnknown } from '../../errors/cairn-error.js';
import { LogUnavailable, NO_STREAM } from '../port.js';
import type { EventStoreDbEventLog } from './index.js';
import { openEventStoreDb } from './index.js';

const DEADLINE_MS = 1_500;

describe('the event log on the protocol double of EventStoreDB, when the server misbehaves', () => {
  let double: EventStoreDbDouble;
  let log: EventStoreDbEventLog;

  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    log = await openEventStoreDb({ url: double.url, deadlineMs: DEADLINE_MS });
  });
  afterEach(async () => {
    await log.close();
    await double.stop();
  });

  const anAppend = (): Append => ({ stream: freshStream(), expected: NO_STREAM, events: someEvents(2) });

  const expectWrittenOnce = (append: Append, outcome: AppendOutcome): Promise<void> =>
    expectWrittenOnceBy(log, append, outcome);

  const expectWrittenOnceBy = async (
    reader: EventLog,
    append: Append,
    outcome: AppendOutcome,
  ): Promise<void> => {
    const events = await reader.read(append.stream);
    expect(events.map(asAppended)).toEqual(append.events);
    const { tip, position } = expectAppended(outcome);
    expect(tip).toEqual({ revision: 1n, hash: events[1]?.hash });
    expect([events[1]?.position, undefined]).toContain(position);
  };

  it.each([
    ['the answer is lost with the connection', { kind: 'drop-answer', by: 'connection' }],
    ['the answer is lost with the call', { kind: 'drop-answer', by: 'call' }],
    ['the answer never comes', { kind: 'drop-answer', by: 'silence' }],
    ['the request is lost', { kind: 'deadline' }],
    ['the server is too busy', { kind: 'too-busy' }],
    ['the server is too busy for this append of a batch', { kind: 'busy-in-batch' }],
    ['the server gives it up', { kind: 'timed-out' }],
    ['the server gives it up after it wrote it', { kind: 'timed-out', applied: true }],
  ] as const)('law 3: sends an append again, identically, when %s', async (_, fault) => {
    double.faults.add({ ...fault, operation: 'append', count: 1 });
    const append = anAppend();
    await expectWrittenOnce(append, await log.append(append));
    expect(double.faults.list()).toEqual([]);
  });

  it('appends and reads on the leader when the server is not, or no longer', async () => {
    const leader = await startEventStoreDbDouble();
    const port = leader.port;
    double.faults.add({ kind: 'not-leader', host: '127.0.0.1', port });
    const append = anAppend();
    await expectWrittenOnce(append, await log.append(append));
    const onLeader = await openEventStoreDb({ url: leader.url, deadlineMs: DEADLINE_MS });
    expect(await onLeader.read(append.stream)).toHaveLength(2);
    await onLeader.close();
    await leader.stop();
  });

  it('finds the leader among several servers, and again when that one is gone', async () => {
    const [one, two] = [await startEventStoreDbDouble(), await startEventStoreDbDouble()];
    const url = `esdb://127.0.0.1:${one.port},127.0.0.1:${two.port}?tls=false`;
    const clustered = await openEventStoreDb({ url, deadlineMs: DEADLINE_MS });
    const onOne = await openEventStoreDb({ url: one.url });
    const append = anAppend();
    expectAppended(await clustered.append(append));
    const [leads, stays] = (await onOne.read(append.stream)).length > 0 ? [one, two] : [two, one];
    await leads.stop();
    await expectWrittenOnceBy(clustered, append, await clustered.append(append));
    await Promise.all([onOne.close(), clustered.close()]);
    await stays.stop();
  });

  it('says that the outcome is unknown when no answer ever comes, and knows the append when it is sent again', async () => {
    double.faults.add({ kind: 'drop-answer', by: 'silence', operation: 'append' });
    const append = anAppend();
    await expect(log.append(append)).rejects.toThrow(OutcomeUnknown);
    await expect(log.append(append)).rejects.toThrow(
      `EventStoreDB at 127.0.0.1:${double.port} does not answer within ${DEADLINE_MS} ms`,
    );
    expect(log.refusal()).toContain('does not answer');
    double.faults.clear();
    await expectWrittenOnce(append, await log.append(append));
    expect(log.refusal()).toBeUndefined();
  });

  it('says that a read is not possible when no answer comes', async () => {
    const stream = freshStream();
    await fill(log, stream, 2);
    double.faults.add({ kind: 'deadline', operation: 'read' });
    await expect(log.read(stream)).rejects.toThrow(LogUnavailable);
    await expect(log.head()).rejects.toThrow(LogUnavailable);
    double.faults.clear();
    expect(await log.read(stream)).toHaveLength(2);
  });

  it('reads again when the connection breaks', async () => {
    const stream = freshStream();
    await fill(log, stream, 5);
    double.faults.add({ kind: 'drop-answer', by: 'connection', operation: 'read', count: 2 });
    expect(await log.read(stream)).toHaveLength(5);
  });

  it('gives each caller its own answer when the call breaks that carries all their appends', async () => {
    double.faults.add({ kind: 'drop-answer', by: 'call', operation: 'append', count: 1 });
    const appends = Array.from({ length: 64 }, anAppend);
    const outcomes = await Promise.all(appends.map((append) => log.append(append)));
    for (const [index, append] of appends.entries()) await expectWrittenOnce(append, outcomes[index]!);
  });

  it('goes on when the call of another log in the process breaks', async () => {
    const other = await startEventStoreDbDouble({ faults: [{ kind: 'too-busy', operation: 'append' }] });
    const broken = await openEventStoreDb({ url: other.url, deadlineMs: DEADLINE_MS });
    double.faults.add({ kind: 'delay', ms: 50, operation: 'append' });
    const appends = Array.from({ length: 20 }, anAppend);
    const failing = Promise.allSettled(appends.map((append) => broken.append(append)));
    const outcomes = await log.appendMany(appends);
    for (const outcome of outcomes) expectAppended(outcome);
    for (const { status } of await failing) expect(status).toBe('rejected');
    await broken.close();
    await other.stop();
  });

  it('waits for the one of many that is not answered, and not with the others', async () => {
    double.faults.add({ kind: 'drop-answer', by: 'silence', operation: 'append', count: 1 });
    const settled: number[] = [];
    const appends = Array.from({ length: 10 }, anAppend);
    const each = appends.map(async (append, index) => {
      const outcome = await log.append(append);
      settled.push(index);
      await expectWrittenOnce(append, outcome);
    });
    await Promise.all(each);
    expect(settled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  });

  it('refuses an append that the server finds too large, and says what to do', async () => {
    const events = Array.from({ length: 6 }, () => anEvent('x'.repeat(200_000)));
    const append = { stream: freshStream(), expected: NO_STREAM, events } as const;
    await expect(log.append(append)).rejects.toThrow(/split it, or raise its MaxAppendSize/);
  });

  it('law 4: conflicts with an append that another replica wrote with another time in it', async () => {
    const append = anAppend();
    const { tip } = expectAppended(await log.append(append));
    const later = append.events.map((event) => ({
      ...event,
      metadata: { ...event.metadata, at: '2026-11-21T10:00:01.000Z' },
    }));
    const replica = await openEventStoreDb({ url: double.url });
    expect(await replica.append({ ...append, events: later })).toEqual({ status: 'conflict', tip });
    await expectWrittenOnceBy(replica, append, await replica.append(append));
    await replica.close();
  });

  it('law 3: knows an append whose answer was lost when another wrote behind it meanwhile', async () => {
    const append = anAppend();
    double.faults.add({ kind: 'drop-answer', by: 'silence', operation: 'append' });
    await expect(log.append(append)).rejects.toThrow(OutcomeUnknown);
    double.faults.clear();
    const [, last] = await log.read(append.stream);
    const tip = { revision: 1n, hash: last!.hash };
    expectAppended(await log.append({ stream: append.stream, expected: tip, events: someEvents(1) }));
    expect(expectAppended(await log.append(append)).tip).toEqual(tip);
  });

  it.each(['connection', 'call', 'end'] as const)(
    'follows without a gap and without giving anything twice when subscriptions are cut (%s)',
    async (by) => {
      const category = freshCategory();
      // On a connection of its own: what is appended over one that is cut four times may stay unknown.
      const writer = await openEventStoreDb({ url: double.url, deadlineMs: DEADLINE_MS });
      double.faults.add({ kind: 'cut-subscription', afterEvents: 7, by, count: 4 });
      const following = collect(log, [category], 60);
      for (let n = 0; n < 6; n++) await fill(writer, freshStream(category), 10);
      const seen = await following;
      await writer.close();
      const { events } = await log.readAll({ after: START, categories: [category], limit: 100 });
      expect(seen).toEqual(events);
      expect(double.faults.list()).toEqual([]);
    },
  );

  it('serves a consumer that is slower than the server, and comes back to the head', async () => {
    await double.stop();
    double = await startEventStoreDbDouble({ port: double.port, liveBufferEvents: 5 });
    const category = freshCategory();
    const stop = new AbortController();
    const options = { after: START, categories: [category], maxBatch: 3, signal: stop.signal };
    const seen: RecordedEvent[] = [];
    let isFilled = false;
    for await (const { events, caughtUp } of log.subscribe(options)) {
      if (!isFilled) for (let n = 0; n < 3; n++) await fill(log, freshStream(category), 200);
      isFilled = true;
      seen.push(...events);
      if (seen.length === 600 && caughtUp) stop.abort();
    }
    const { events } = await log.readAll({ after: START, categories: [category], limit: 1_000 });
    expect(seen).toEqual(events);
  });

  it.each(['22.10.5.0', '21.10.0', '23.6.0'])('says that %s is too old', async (version) => {
    const old = await startEventStoreDbDouble({ version });
    const opened = await openEventStoreDb({ url: old.url, deadlineMs: DEADLINE_MS });
    expect(opened.refusal()).toBe(
      `EventStoreDB at 127.0.0.1:${old.port} is of version ${version}: 23.10 or newer is needed`,
    );
    await opened.close();
    await old.stop();
  });

  it.each(['24.10.0.1', '25.1.0'])('takes %s', async (version) => {
    const newer = await startEventStoreDbDouble({ version });
    const opened = await openEventStoreDb({ url: newer.url, deadlineMs: DEADLINE_MS });
    expect(opened.refusal()).toBeUndefined();
    await opened.close();
    await newer.stop();
  });

  it('says why no leader is found', async () => {
    const url = 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false';
    const opened = await openEventStoreDb({ url, deadlineMs: 300 });
    expect(opened.refusal()).toMatch(
      /within 300 ms: 127\.0\.0\.1:1: [^;]+ECONNREFUSED 127\.0\.0\.1:1; does it run/,
    );
    await opened.close();
  });

  it('says who denies it, and what', async () => {
    const locked = await startEventStoreDbDouble({ credentials: { user: 'admin', password: freshId() } });
    const stranger = await openEventStoreDb({ url: locked.url, deadlineMs: DEADLINE_MS });
    expect(stranger.refusal()).toContain('look at the user in its address');
    await expect(stranger.append(anAppend())).rejects.toThrow(LogUnavailable);
    await expect(stranger.read(freshStream())).rejects.toThrow(LogUnavailable);
    await stranger.close();
    await locked.stop();
  });
});
