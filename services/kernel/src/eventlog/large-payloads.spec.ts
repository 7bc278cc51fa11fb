import { eventLogConformance } from './conformance.js';
import {
  anEvent,
  asAppended,
  collect,
  expectAppended,
  freshCategory,
  freshStream,
} from './conformance-events.js';
import { BlobsInMemory, openLargeLog as open } from '../testkit/large-log.js';
import { LARGE_PAYLOAD_BYTES, withLargePayloads } from './large-payloads.js';
import type { Json } from '../base/json-value.js';
import type { EventLog } from './port.js';
import { START } from '../base/position.js';
import { LargeDataUnavailable, LogUnavailable, NO_STREAM, RecordDamaged } from './port.js';

eventLogConformance('SQLite with large payloads in blobs', open);

describe('large payloads', () => {
  let blobs: BlobsInMemory;
  let bare: EventLog;
  let log: EventLog;
  let discard: () => Promise<void>;
  const category = freshCategory();
  const stream = freshStream(category);

  beforeEach(async () => {
    ({ blobs, bare, log, discard } = await open());
  });
  afterEach(async () => {
    await discard();
  });

  const append = async (data: Json): Promise<void> => {
    expectAppended(await log.append({ stream, expected: NO_STREAM, events: [anEvent(data)] }));
  };
  /** A text whose JSON has that many bytes. */
  const ofSize = (bytes: number): string => 'x'.repeat(bytes - 2);

  it('go to a blob and come back by every way of reading', async () => {
    const event = anEvent({ text: 'é'.repeat(LARGE_PAYLOAD_BYTES) });
    const outcome = expectAppended(
      await log.append({ stream, expected: NO_STREAM, events: [anEvent(), event] }),
    );
    const [sha256, bytes] = [...blobs.held][0] ?? [];
    expect((await bare.read(stream))[1]?.data).toEqual({ $blob: sha256, size: bytes?.length });
    const events = await log.read(stream);
    expect(events[1]).toMatchObject({ ...event, hash: outcome.tip.hash, revision: 1n, payloadBlob: sha256 });
    expect(events[0]?.payloadBlob).toBeUndefined();
    expect((await log.readAll({ after: START, categories: [category], limit: 5 })).events).toEqual(events);
    expect(await collect(log, [category], 2)).toEqual(events);
  });

  it('are those over 256 KB, in bytes', async () => {
    await append(ofSize(LARGE_PAYLOAD_BYTES));
    expect(blobs.held.size).toBe(0);
    expectAppended(
      await log.append({
        stream: freshStream(),
        expected: NO_STREAM,
        events: [anEvent(ofSize(LARGE_PAYLOAD_BYTES + 1))],
      }),
    );
    expect(blobs.held.size).toBe(1);
  });

  it.each<readonly [string, Json]>([
    ['a reference to a blob', { $blob: 'a'.repeat(64), size: 5 }],
    ['wrapped data', { $inline: { n: 1 } }],
    ['wrapped null', { $inline: null }],
    ['wrapped twice', { $inline: { $inline: { $blob: 'x' } }, more: true }],
    ['large, a reference', { $blob: 'a'.repeat(300_000) }],
  ])('do not confuse data that look like %s', async (_, data) => {
    const event = anEvent(data);
    expectAppended(await log.append({ stream, expected: NO_STREAM, events: [event] }));
    expect((await log.read(stream)).map(asAppended)).toStrictEqual([event]);
  });

  it.each([
    ['missing', (sha256: string) => blobs.held.delete(sha256)],
    ['another', (sha256: string) => blobs.held.set(sha256, Buffer.from('"other"'))],
  ])('are damaged when the blob is %s', async (_, damage) => {
    await append(ofSize(300_000));
    for (const sha256 of blobs.held.keys()) damage(sha256);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream)).rejects.toThrow(`${stream} at revision 0`);
    await expect(log.readAll({ after: START, categories: [category], limit: 5 })).rejects.toThrow(
      RecordDamaged,
    );
    await expect(collect(log, [category], 1)).rejects.toThrow(RecordDamaged);
  });

  it('are not appended when their blob cannot be written, and fail alone', async () => {
    blobs.full = true;
    const large = { stream, expected: NO_STREAM, events: [anEvent(ofSize(300_000))] } as const;
    await expect(log.append(large)).rejects.toThrow(LogUnavailable);
    const small = { stream: freshStream(), expected: NO_STREAM, events: [anEvent()] } as const;
    const [one, two, three] = await log.appendMany([small, large, { ...small, stream: freshStream() }]);
    expect(one).toMatchObject({ status: 'appended' });
    expect(two).toBeInstanceOf(LogUnavailable);
    expect(three).toMatchObject({ status: 'appended' });
    expect(await log.read(stream)).toEqual([]);
  });

  it('are refused in time by a store that says nothing, and told from a log that is away', async () => {
    const silent = Object.assign(new BlobsInMemory(), { put: () => new Promise<never>(() => undefined) });
    const waiting = withLargePayloads(bare, silent, 20);
    const append = { stream, expected: NO_STREAM, events: [anEvent(ofSize(300_000))] } as const;
    await expect(waiting.append(append)).rejects.toThrow(LargeDataUnavailable);
    expect(await bare.read(stream)).toEqual([]);
  });
});
