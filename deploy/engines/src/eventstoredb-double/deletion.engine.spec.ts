import { BACKWARDS, binaryEvent, END, type EventStoreDBClient } from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { clientOf, errorOf, eventNamed, eventsOf, freshStream, Listener, typesOf } from './testing.js';

describe.each(RELEASES)('streams of the double as %s that end, and their metadata', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  let stream: string;

  beforeAll(async () => {
    double = await startEventStoreDbDouble({ release });
    client = clientOf(double);
  });
  afterAll(async () => {
    await client.dispose();
    await double.stop();
  });
  beforeEach(async () => {
    stream = freshStream();
    await client.appendToStream(
      stream,
      ['a', 'b', 'c', 'd'].map((type) => eventNamed(type)),
    );
  });

  const types = (): Promise<string[]> => typesOf(client.readStream(stream));
  const inAll = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { event } of client.readAll())
      if (event?.streamId === stream || event?.streamId === `$$${stream}`) found.push(event.type);
    return found;
  };

  describe('deleted', () => {
    it('a stream is missing, and its events stay in $all', async () => {
      const { position } = await client.deleteStream(stream);
      expect(position!.commit).toBeGreaterThan(0n);
      expect(await errorOf(types())).toMatchObject({ type: 'stream-not-found' });
      expect(await inAll()).toEqual(['a', 'b', 'c', 'd', '$metadata']);
    });

    it('a stream can be written to again, and its revisions go on', async () => {
      await client.deleteStream(stream);
      const { nextExpectedRevision } = await client.appendToStream(stream, eventNamed('e'), {
        expectedRevision: 'any',
      });
      expect(nextExpectedRevision).toBe(4n);
      expect(await types()).toEqual(['e']);
      await client.appendToStream(stream, eventNamed('f'), { expectedRevision: 4n });
      expect(await types()).toEqual(['e', 'f']);
      expect(await typesOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toEqual([
        'f',
        'e',
      ]);
    });

    it('a stream still knows its revision', async () => {
      await client.deleteStream(stream, { expectedRevision: 3n });
      const refused = await errorOf(client.appendToStream(stream, eventNamed('e'), { expectedRevision: 1n }));
      expect(refused).toMatchObject({ type: 'wrong-expected-version', actualVersion: 3n });
      await client.appendToStream(stream, eventNamed('e'), { expectedRevision: 3n });
      expect(await types()).toEqual(['e']);
    });

    it('a stream cannot be that never was', async () => {
      const missing = freshStream();
      for (const expectedRevision of ['any', 'no_stream'] as const)
        expect(await errorOf(client.deleteStream(missing, { expectedRevision }))).toMatchObject({
          type: 'wrong-expected-version',
          streamName: missing,
          actualVersion: -1n,
        });
    });

    it('a stream can be that has metadata alone', async () => {
      const fresh = freshStream();
      await client.setStreamMetadata(fresh, { own: 'x' });
      expect(await client.deleteStream(fresh, { expectedRevision: 'no_stream' })).toHaveProperty('position');
    });

    it('a stream is not, when another revision was expected', async () => {
      expect(await errorOf(client.deleteStream(stream, { expectedRevision: 1n }))).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: 1n,
        actualVersion: 3n,
      });
      expect(await errorOf(client.deleteStream(stream, { expectedRevision: 'no_stream' }))).toMatchObject({
        type: 'wrong-expected-version',
        expectedVersion: -1n,
      });
      expect(await types()).toHaveLength(4);
    });
  });

  describe('tombstoned', () => {
    it('a stream can never be read, written or deleted again; $all keeps its events and the tombstone', async () => {
      await client.tombstoneStream(stream, { expectedRevision: 3n });
      const deleted = { type: 'stream-deleted', streamName: stream };
      expect(await errorOf(types())).toMatchObject(deleted);
      expect(await errorOf(client.deleteStream(stream))).toMatchObject(deleted);
      expect(await errorOf(client.tombstoneStream(stream))).toMatchObject(deleted);
      expect(await errorOf(client.setStreamMetadata(stream, { maxCount: 1 }))).toMatchObject({
        type: 'stream-deleted',
      });
      expect(await inAll()).toEqual(['a', 'b', 'c', 'd', '$streamDeleted']);
    });

    it('its last event has the largest revision there is', async () => {
      await client.tombstoneStream(stream);
      const [last] = await eventsOf(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
      expect(last?.event).toMatchObject({ streamId: stream, revision: 2n ** 63n - 1n });
    });

    it('a stream is not, when another revision was expected', async () => {
      expect(await errorOf(client.tombstoneStream(stream, { expectedRevision: 9n }))).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: 9n,
        actualVersion: 3n,
      });
      expect(await types()).toHaveLength(4);
    });

    it('a missing stream is too', async () => {
      const missing = freshStream();
      await client.tombstoneStream(missing);
      const refused = await errorOf(client.appendToStream(missing, eventNamed('a')));
      expect(refused).toMatchObject({ type: 'stream-deleted' });
    });

    it('ends the subscriptions to the stream', async () => {
      const listener = new Listener(client.subscribeToStream(stream));
      await listener.until('caught up');
      await client.tombstoneStream(stream);
      expect(await listener.ended).toMatchObject({ type: 'stream-deleted' });
      expect(listener.heard.at(-1)).toBe('$streamDeleted');
      const late = new Listener(client.subscribeToStream(stream, { fromRevision: END }));
      expect(await late.ended).toMatchObject({ type: 'stream-deleted' });
    });
  });

  describe('metadata', () => {
    it('are answered as they were set', async () => {
      const metadata = { maxCount: 2, truncateBefore: 1, acl: { readRoles: ['$admins'] }, own: 'x' };
      await client.setStreamMetadata(stream, metadata);
      expect(await client.getStreamMetadata(stream)).toMatchObject({ streamName: stream, metadata });
    });

    it('with $maxCount leave the newest', async () => {
      await client.setStreamMetadata(stream, { maxCount: 2 });
      expect(await types()).toEqual(['c', 'd']);
      await client.appendToStream(stream, eventNamed('e'));
      expect(await types()).toEqual(['d', 'e']);
      expect(await typesOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toEqual([
        'e',
        'd',
      ]);
    });

    it('with $tb leave what is not below it', async () => {
      await client.setStreamMetadata(stream, { truncateBefore: 3 });
      expect(await types()).toEqual(['d']);
      expect(await typesOf(client.readStream(stream, { fromRevision: 1n, maxCount: 9 }))).toEqual(['d']);
      await client.setStreamMetadata(stream, { truncateBefore: 4 });
      expect(await types()).toEqual([]);
    });

    it('with $maxAge leave what is young enough', async () => {
      await client.setStreamMetadata(stream, { maxAge: 3_600 });
      expect(await types()).toHaveLength(4);
      await client.setStreamMetadata(stream, { maxAge: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      expect(await types()).toEqual([]);
    });

    it.each([{ maxAge: 0 }, { maxCount: 0 }])('with %j leave everything', async (metadata) => {
      await client.setStreamMetadata(stream, metadata);
      expect(await types()).toHaveLength(4);
    });

    it('hold for subscriptions that catch up', async () => {
      await client.setStreamMetadata(stream, { truncateBefore: 2 });
      const listener = new Listener(client.subscribeToStream(stream));
      await listener.until('caught up');
      expect(listener.heard).toEqual(['confirmed', 'c', 'd', 'caught up']);
      await listener.subscription.unsubscribe();
    });

    it('are kept in their newest version alone', async () => {
      await client.setStreamMetadata(stream, { own: 'x' });
      await client.setStreamMetadata(stream, { own: 'y' });
      const kept = await eventsOf(client.readStream(`$$${stream}`));
      expect(kept.map(({ event }) => [event?.revision, event?.data])).toEqual([[1n, { own: 'y' }]]);
    });

    it('do not hold for $all', async () => {
      await client.setStreamMetadata(stream, { maxCount: 1 });
      expect(await inAll()).toEqual(['a', 'b', 'c', 'd', '$metadata']);
    });

    it('that are no JSON leave everything', async () => {
      const broken = binaryEvent({ type: '$metadata', data: Buffer.from('{') });
      await client.appendToStream(`$$${stream}`, broken);
      expect(await types()).toHaveLength(4);
    });

    it('are gone when the stream is deleted and written to again, but for $tb', async () => {
      await client.setStreamMetadata(stream, { maxCount: 2, truncateBefore: 1, own: 'x' });
      await client.deleteStream(stream);
      await client.appendToStream(stream, eventNamed('e'));
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata).toEqual({ truncateBefore: 4 });
    });

    it('that are set on a deleted stream show it again, without its old events', async () => {
      await client.deleteStream(stream);
      await client.setStreamMetadata(stream, { own: 'x' });
      expect(await types()).toEqual([]);
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata).toEqual({ truncateBefore: 4, own: 'x' });
    });

    it('that are there make a stream exist', async () => {
      const fresh = freshStream();
      await client.setStreamMetadata(fresh, { own: 'x' });
      const { nextExpectedRevision } = await client.appendToStream(fresh, eventNamed('a'), {
        expectedRevision: 'stream_exists',
      });
      expect(nextExpectedRevision).toBe(0n);
    });
  });
});
