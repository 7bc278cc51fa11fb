import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type EventStoreDBClient,
  type Position,
  type ReadAllOptions,
  type ReadPosition,
  type ReadStreamOptions,
} from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import {
  clientOf,
  errorOf,
  eventNamed,
  eventOfBytes,
  eventsOf,
  freshStream,
  ownTypesOf,
  typesOf,
} from './testing.js';

const MEBIBYTE = 1024 * 1024;

describe.each(RELEASES)('reading from the double as %s', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  const stream = freshStream();
  const other = freshStream();
  const positions: (Position | undefined)[] = [];
  const before = Date.now();

  beforeAll(async () => {
    double = await startEventStoreDbDouble({ release, maximumAppendBytes: 16 * MEBIBYTE });
    client = clientOf(double);
    await client.appendToStream(stream, [eventNamed('a'), eventNamed('b')]);
    await client.appendToStream(other, eventNamed('x'));
    await client.appendToStream(stream, [eventNamed('c'), eventNamed('d')]);
    for await (const { event } of client.readAll())
      if (event?.type.startsWith('$') === false) positions.push(event.position);
  });
  afterAll(async () => {
    await client.dispose();
    await double.stop();
  });

  const ofStream = (options: ReadStreamOptions): Promise<string[]> =>
    typesOf(client.readStream(stream, options));
  const ofAll = (options: ReadAllOptions): Promise<string[]> => ownTypesOf(client.readAll(options));

  describe('a stream', () => {
    it.each<[string, ReadStreamOptions, string]>([
      ['from its start', { fromRevision: START }, 'abcd'],
      ['from a revision, which is included', { fromRevision: 1n }, 'bcd'],
      ['a count of events', { fromRevision: 1n, maxCount: 2 }, 'bc'],
      ['from beyond its end', { fromRevision: 4n }, ''],
      ['from its end', { fromRevision: END }, ''],
    ])('forwards %s', async (_how, options, expected) => {
      expect((await ofStream({ direction: FORWARDS, ...options })).join('')).toBe(expected);
    });

    it.each<[string, ReadStreamOptions, string]>([
      ['from its end', { fromRevision: END }, 'dcba'],
      ['from a revision, which is included', { fromRevision: 2n }, 'cba'],
      ['a count of events', { fromRevision: END, maxCount: 1 }, 'd'],
      ['from beyond its end', { fromRevision: 99n }, 'dcba'],
      ['from its start', { fromRevision: START }, 'a'],
    ])('backwards %s', async (_how, options, expected) => {
      expect((await ofStream({ direction: BACKWARDS, ...options })).join('')).toBe(expected);
    });

    it('that is missing says so', async () => {
      const missing = freshStream();
      for (const direction of [FORWARDS, BACKWARDS] as const)
        expect(await errorOf(typesOf(client.readStream(missing, { direction })))).toMatchObject({
          type: 'stream-not-found',
          streamName: missing,
        });
    });

    it('answers what was written, its revision, its position and when it was created', async () => {
      const [first] = await eventsOf(client.readStream(stream, { maxCount: 1 }));
      expect(first?.event).toMatchObject({
        streamId: stream,
        type: 'a',
        isJson: true,
        data: { type: 'a' },
        metadata: undefined,
        revision: 0n,
        position: positions[0],
      });
      const created = first!.event!.created.getTime();
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now());
    });
  });

  describe('$all', () => {
    it.each<[string, () => ReadPosition | undefined, string]>([
      ['from the start', () => START, 'abxcd'],
      ['from a position, which is included', () => positions[1], 'bxcd'],
      ['from the end', () => END, ''],
    ])('forwards %s', async (_how, from, expected) => {
      const fromPosition = from() ?? START;
      expect((await ofAll({ direction: FORWARDS, fromPosition })).join('')).toBe(expected);
    });

    it.each<[string, () => ReadPosition | undefined, string]>([
      ['from the end', () => END, 'dcxba'],
      ['from a position, which is not included', () => positions[1], 'a'],
      ['from the start', () => START, ''],
    ])('backwards %s', async (_how, from, expected) => {
      const fromPosition = from() ?? END;
      expect((await ofAll({ direction: BACKWARDS, fromPosition })).join('')).toBe(expected);
    });

    it('a count of events', async () => {
      expect(await ofAll({ maxCount: 2, fromPosition: positions[0] ?? END })).toEqual(['a', 'b']);
      expect(await ofAll({ maxCount: 2, direction: BACKWARDS, fromPosition: END })).toEqual(['d', 'c']);
    });

    it('has positions that grow strictly, prepare the same as commit', () => {
      const commits = positions.map((position) => position?.commit ?? -1n);
      expect(positions.map((position) => position?.prepare)).toEqual(commits);
      expect(commits).toEqual([...new Set(commits)].sort((a, b) => (a < b ? -1 : 1)));
    });
  });

  it('answers events of several MiB, and metadata and data that are no JSON', async () => {
    const big = freshStream();
    const metadata = Uint8Array.of(255, 0, 1);
    await client.appendToStream(big, { ...eventOfBytes(10 * MEBIBYTE), metadata });
    const [found] = await eventsOf(client.readStream(big));
    expect(found?.event).toMatchObject({ isJson: false, metadata });
    expect(Buffer.from(found!.event!.data as Uint8Array).equals(Buffer.alloc(10 * MEBIBYTE, 7))).toBe(true);
  });

  it('ends when the reader goes away', async () => {
    const long = freshStream();
    const events = Array.from({ length: 2_000 }, (_, place) => eventNamed(`event ${place}`));
    await client.appendToStream(long, events);
    const reading = client.readStream(long);
    for await (const { event } of reading) if (event?.type === 'event 3') break;
    await reading.cancel();
    expect(await typesOf(client.readStream(long, { fromRevision: 1_999n }))).toEqual(['event 1999']);
  });
});
