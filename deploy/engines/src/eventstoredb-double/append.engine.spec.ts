import { randomUUID } from 'node:crypto';
import type {
  AppendResult,
  AppendToStreamOptions,
  BinaryEventData,
  EventStoreDBClient,
  JSONEventData,
} from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { clientOf, errorOf, eventNamed, eventOfBytes, freshStream, typesOf } from './testing.js';

/** With credentials of its own an append goes by Append, else by BatchAppend. */
const ways: readonly (readonly [string, AppendToStreamOptions])[] = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'some', password: 'one' } }],
];
const releasesAndWays = RELEASES.flatMap((release) =>
  ways.map(([name, way]) => [release, name, way] as const),
);

describe.each(releasesAndWays)('an append to the double as %s by %s', (release, _, way) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  let stream: string;

  beforeAll(async () => {
    double = await startEventStoreDbDouble({ release, commitTimeoutMs: 100 });
    client = clientOf(double);
  });
  afterAll(async () => {
    await client.dispose();
    await double.stop();
  });
  beforeEach(() => {
    stream = freshStream();
  });

  const append = (
    expectedRevision: Exclude<AppendToStreamOptions['expectedRevision'], undefined>,
    ...events: JSONEventData[]
  ): Promise<AppendResult> => client.appendToStream(stream, events, { ...way, expectedRevision });

  const types = (): Promise<string[]> => typesOf(client.readStream(stream));

  const wrongVersion = (expected: unknown, actual: unknown): unknown =>
    expect.objectContaining({
      type: 'wrong-expected-version',
      streamName: stream,
      expectedVersion: expected,
      actualVersion: actual,
    });

  it('answers the revision and the position of its last event', async () => {
    const first = await append('no_stream', eventNamed('a'), eventNamed('b'));
    const second = await append(1n, eventNamed('c'));
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(second.position?.commit).toBe(second.position?.prepare);
    expect(second.position!.commit).toBeGreaterThan(first.position!.commit);
    expect(await types()).toEqual(['a', 'b', 'c']);
  });

  it('without events changes nothing, but has a position, from which can be read', async () => {
    const before = await append('no_stream', eventNamed('a'), eventNamed('b'));
    const empty = await append(1n);
    expect(empty).toMatchObject({ nextExpectedRevision: 1n });
    expect(empty.position!.commit).toBeGreaterThan(before.position!.commit);
    const after = await append(1n, eventNamed('c'));
    expect(after.position!.commit).toBeGreaterThan(empty.position!.commit);
    expect(await types()).toEqual(['a', 'b', 'c']);
    expect(await typesOf(client.readAll({ fromPosition: empty.position! }))).toEqual(['c']);
  });

  describe('that expects any revision', () => {
    it('succeeds on a missing stream and on one that is there', async () => {
      await append('any', eventNamed('a'));
      expect(await append('any', eventNamed('b'))).toMatchObject({ nextExpectedRevision: 1n });
    });

    it('is done once when all its events are there already', async () => {
      const [a, b] = [eventNamed('a'), eventNamed('b')];
      const first = await append('any', a, b);
      await append('any', eventNamed('c'));
      const again = await append('any', a, b);
      expect(again).toMatchObject({ success: true, nextExpectedRevision: 1n });
      expect(again.position).toEqual(first.position);
      expect(await types()).toEqual(['a', 'b', 'c']);
    });

    it('is recognised although the events were not written together', async () => {
      const [a, b] = [eventNamed('a'), eventNamed('b')];
      await append('any', a);
      await append('any', b);
      expect(await append('any', a, b)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await types()).toEqual(['a', 'b']);
    });

    it('writes all of them when the first is new and a later one is not', async () => {
      const old = eventNamed('old');
      await append('any', old);
      expect(await append('any', eventNamed('new'), old)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await types()).toEqual(['old', 'new', 'old']);
    });

    it('is refused when the first is old and a later one is new', async () => {
      const old = eventNamed('old');
      await append('any', old);
      const refused = await errorOf(append('any', old, eventNamed('new')));
      expect(refused).toEqual(wrongVersion('any', 0n));
      expect(await types()).toEqual(['old']);
    });

    it('recognises events within their stream alone', async () => {
      const event = eventNamed('a');
      await client.appendToStream(freshStream(), event, way);
      await append('any', event);
      expect(await types()).toEqual(['a']);
    });
  });

  describe('that expects the stream', () => {
    it('is refused when there is none', async () => {
      expect(await errorOf(append('stream_exists', eventNamed('a')))).toEqual(
        wrongVersion('stream_exists', 'no_stream'),
      );
    });

    it('succeeds when there is one, and is recognised', async () => {
      const b = eventNamed('b');
      await append('no_stream', eventNamed('a'));
      await append('stream_exists', b);
      expect(await append('stream_exists', b)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await types()).toEqual(['a', 'b']);
    });

    it('is refused on a soft-deleted stream, as deleted', async () => {
      await append('no_stream', eventNamed('a'));
      await client.deleteStream(stream);
      const refused = await errorOf(append('stream_exists', eventNamed('b')));
      expect(refused).toMatchObject({ type: 'stream-deleted', streamName: stream });
    });
  });

  describe('that expects a revision', () => {
    it.each([
      ['below', 0n],
      ['above', 7n],
    ])('is refused when it is %s the current one', async (_where, expected) => {
      await append('no_stream', eventNamed('a'), eventNamed('b'));
      expect(await errorOf(append(expected, eventNamed('c')))).toEqual(wrongVersion(expected, 1n));
      expect(await types()).toEqual(['a', 'b']);
    });

    it('is refused on a missing stream', async () => {
      expect(await errorOf(append(0n, eventNamed('a')))).toEqual(wrongVersion(0n, 'no_stream'));
    });

    it('is recognised when just its events follow that revision', async () => {
      const [a, b, c] = [eventNamed('a'), eventNamed('b'), eventNamed('c')];
      const first = await append('no_stream', a);
      const second = await append(0n, b, c);
      await append(2n, eventNamed('d'));
      expect(await append(0n, b, c)).toEqual(second);
      expect(await append(0n, b)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await append('no_stream', a)).toEqual(first);
      expect(await types()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('is refused when its events follow but more of them than were written', async () => {
      const b = eventNamed('b');
      await append('no_stream', eventNamed('a'), b);
      const refused = await errorOf(append(0n, b, eventNamed('c')));
      expect(refused).toEqual(wrongVersion(0n, 1n));
    });
  });

  describe('that expects no stream', () => {
    it('is refused when there is one', async () => {
      await append('no_stream', eventNamed('a'));
      expect(await errorOf(append('no_stream', eventNamed('b')))).toEqual(wrongVersion('no_stream', 0n));
    });

    it('is recognised on a soft-deleted stream, without a position', async () => {
      const [a, b] = [eventNamed('a'), eventNamed('b')];
      await append('no_stream', a, b);
      await client.deleteStream(stream);
      const again = await append('no_stream', a, b);
      expect(again).toMatchObject({ success: true, nextExpectedRevision: 1n });
      expect(again.position).toBeUndefined();
    });

    it('goes on with the revisions of a soft-deleted stream', async () => {
      await append('no_stream', eventNamed('a'), eventNamed('b'));
      await client.deleteStream(stream);
      expect(await append('no_stream', eventNamed('c'))).toMatchObject({ nextExpectedRevision: 2n });
      expect(await types()).toEqual(['c']);
    });
  });

  it('is refused on a tombstoned stream, whatever it expects', async () => {
    await append('no_stream', eventNamed('a'));
    await client.tombstoneStream(stream);
    for (const expected of ['any', 'no_stream', 'stream_exists', 0n] as const)
      expect(await errorOf(append(expected, eventNamed('b')))).toMatchObject({
        type: 'stream-deleted',
        streamName: stream,
      });
  });

  it('is refused above 1 MiB of data alone, in one message or in several', async () => {
    const MEBIBYTE = 1024 * 1024;
    const metadata = Buffer.alloc(1_000);
    await client.appendToStream(stream, { ...eventOfBytes(MEBIBYTE), metadata }, way);
    const cases = [[eventOfBytes(MEBIBYTE + 1)], [eventOfBytes(5 * MEBIBYTE)], manyOf(8)];
    for (const events of cases) {
      const refused = await errorOf(
        client.appendToStream(stream, events, { ...way, batchAppendSize: 200_000 }),
      );
      expect(refused).toMatchObject({ type: 'maximum-append-size-exceeded', maxAppendSize: MEBIBYTE });
    }
    expect(await typesOf(client.readStream(stream))).toEqual(['big']);
  });

  const manyOf = (count: number): BinaryEventData[] =>
    Array.from({ length: count }, () => eventOfBytes(150_000));

  it('keeps the events of an append in several messages together', async () => {
    const events = Array.from({ length: 300 }, (_each, place) => eventNamed(`event ${place}`));
    await client.appendToStream(stream, events, { ...way, batchAppendSize: 2_000 });
    expect(await types()).toEqual(events.map(({ type }) => type));
  });

  it('keeps racing writers apart', async () => {
    await append('no_stream', eventNamed('start'));
    const race = Array.from({ length: 20 }, () => append(0n, eventNamed('won')));
    const results = await Promise.allSettled(race);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await types()).toEqual(['start', 'won']);
  });

  it('is dropped while the same one is under way, and answered as one that took too long', async () => {
    const event = eventNamed('a');
    const both = await Promise.allSettled([append('no_stream', event), append('no_stream', event)]);
    expect(both[0]).toMatchObject({ status: 'fulfilled', value: { nextExpectedRevision: 0n } });
    expect(both[1]).toMatchObject({
      reason: { type: expect.stringMatching(/^(timeout|deadline-exceeded)$/) },
    });
    expect(await append('no_stream', event)).toMatchObject({ nextExpectedRevision: 0n });
    expect(await types()).toEqual(['a']);
  });

  it('is given up when its deadline has passed', async () => {
    const late = client.appendToStream(stream, eventNamed('a'), { ...way, deadline: -1_000 });
    expect(await errorOf(late)).toMatchObject({ type: 'deadline-exceeded' });
    await append('no_stream', eventNamed('b'));
    expect(await types()).toEqual(['b']);
  });

  it('takes ids in upper case', async () => {
    const id = randomUUID();
    await append('any', eventNamed('a', id.toUpperCase()));
    expect(await append('any', eventNamed('a', id))).toMatchObject({ nextExpectedRevision: 0n });
  });
});
