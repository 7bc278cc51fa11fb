import type { RunningEngine } from '@cairn/engines';
import { startEngine } from '@cairn/engines';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import {
  anEvent,
  collect,
  expectAppended,
  fill,
  freshCategory,
  freshStream,
  someEvents,
} from '../conformance-events.js';
import type { Appended } from '../conformance-events.js';
import { START } from '../../base/position.js';
import { NO_STREAM, RecordDamaged } from '../port.js';
import type { EventStoreDbEventLog } from './index.js';
import { openEventStoreDb } from './index.js';

/** What somebody else can do to our streams with the engine's own tools. */
describe('an event log on EventStoreDB that others meddled with', () => {
  let engine: RunningEngine;
  let operator: EventStoreDBClient;
  let log: EventStoreDbEventLog;
  let category: string;
  let stream: string;
  let filled: Appended;

  beforeAll(async () => {
    engine = await startEngine('eventstoredb');
    operator = EventStoreDBClient.connectionString(engine.url);
    log = await openEventStoreDb({ url: engine.url });
  });
  beforeEach(async () => {
    category = freshCategory();
    stream = freshStream(category);
    filled = await fill(log, stream, 5);
  });
  afterAll(async () => {
    await log.close();
    await operator.dispose();
    await engine.stop();
  });

  const everything = { after: START, limit: 100 };

  it('never serves an event of somebody else in a stream of ours', async () => {
    await operator.appendToStream(stream, jsonEvent({ type: 'foreign', data: {} }));
    await expect(log.read(stream)).rejects.toThrow(`${stream} at revision 5`);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    expect(await log.read(stream, { through: 4n })).toHaveLength(5);
    await expect(log.readAll({ ...everything, categories: [category] })).rejects.toThrow(RecordDamaged);
    await expect(collect(log, [category], 6)).rejects.toThrow(RecordDamaged);
    const after = { stream, expected: filled.tip, events: someEvents(1) };
    await expect(log.append(after)).rejects.toThrow(RecordDamaged);
  });

  it('finds that a stream was deleted, and does not begin it again', async () => {
    await operator.deleteStream(stream);
    await expect(log.read(stream)).rejects.toThrow(/deleted/);
    await expect(log.read(stream, { after: filled.tip })).rejects.toThrow(RecordDamaged);
    const anew = { stream, expected: NO_STREAM, events: someEvents(1) } as const;
    await expect(log.append(anew)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
  });

  it('finds that a stream was tombstoned', async () => {
    await operator.tombstoneStream(stream);
    await expect(log.read(stream)).rejects.toThrow(/tombstoned/);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    const next = { stream, expected: filled.tip, events: someEvents(1) };
    await expect(log.append(next)).rejects.toThrow(RecordDamaged);
  });

  it.each([
    ['before a revision', { truncateBefore: 3 }],
    ['to its newest events', { maxCount: 2 }],
  ])('finds that a stream was cut %s, where it was', async (_, metadata) => {
    const events = await log.read(stream);
    const [, second, third] = events;
    await operator.setStreamMetadata(stream, metadata);
    await expect(log.read(stream)).rejects.toThrow(/revision 0.*goes on at revision 3/);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream, { after: second! })).rejects.toThrow(RecordDamaged);
    expect(await log.read(stream, { after: third! })).toEqual(events.slice(3));
  });

  it('takes metadata of a stream that never was for no event', async () => {
    const never = freshStream(category);
    await operator.setStreamMetadata(never, { cacheControl: 10 });
    expect(await log.read(never)).toEqual([]);
    expectAppended(await log.append({ stream: never, expected: NO_STREAM, events: someEvents(1) }));
  });

  it('leaves other streams alone', async () => {
    await operator.appendToStream(`${category}x-1`, jsonEvent({ type: 'foreign', data: {} }));
    const { events } = await log.readAll({ ...everything, categories: [category] });
    expect(events).toHaveLength(5);
  });

  it('does not follow from a checkpoint beyond its end', async () => {
    const beyond = '00000000999999999999';
    await expect(log.readAll({ ...everything, categories: [category], after: beyond })).rejects.toThrow(
      /tail is missing/,
    );
    await expect(collect(log, [category], 1, beyond)).rejects.toThrow(RecordDamaged);
  });

  it('refuses a position of another engine', async () => {
    const alien = '0000000000000001';
    await expect(log.readAll({ ...everything, categories: [category], after: alien })).rejects.toThrow(
      /no position of this log/,
    );
    await expect(collect(log, [category], 1, alien)).rejects.toThrow(/no position of this log/);
  });

  it('builds on no hash that the stream does not have, whoever wrote last', async () => {
    const fresh = await openEventStoreDb({ url: engine.url });
    const wrong = { revision: filled.tip.revision, hash: 'd'.repeat(64) };
    const append = { stream, expected: wrong, events: [anEvent()] };
    expect(await fresh.append(append)).toEqual({ status: 'conflict', tip: filled.tip });
    expectAppended(await fresh.append({ ...append, expected: filled.tip }));
    await fresh.close();
  });
});
