import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BACKWARDS,
  END,
  START,
  type EventStoreDBClient,
  type Position,
  type ReadAllOptions,
} from '@eventstore/db-client';
import { startControlPort } from './control.js';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { clientOf, errorOf, eventNamed, eventsOf, Listener, ownTypesOf, typesOf } from './testing.js';

describe.each(RELEASES)('a scavenge of the double as %s', (release) => {
  let folder: string;
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;

  const open = async (chunkBytes?: number): Promise<void> => {
    const file = join(folder, 'events.log');
    const options = { file, release };
    double = await startEventStoreDbDouble(chunkBytes === undefined ? options : { ...options, chunkBytes });
    client = clientOf(double);
  };
  const close = async (): Promise<void> => {
    await client.dispose();
    await double.stop();
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
    await open();
  });
  afterEach(async () => {
    await close();
    await rm(folder, { recursive: true });
  });

  const append = (stream: string, ...types: string[]): Promise<unknown> =>
    client.appendToStream(
      stream,
      types.map((type) => eventNamed(type)),
    );
  const removed = async (): Promise<string[]> => {
    await append('last', 'last');
    return (await double.scavenge()).map(({ stream, revision, type }) => `${stream}@${revision} ${type}`);
  };
  const inAll = (options: ReadAllOptions = {}): Promise<string[]> => ownTypesOf(client.readAll(options));
  const positionsOf = async (stream: string): Promise<Position[]> => {
    const all = (await eventsOf(client.readAll())).flatMap(({ event }) => event ?? []);
    return all.filter(({ streamId }) => streamId === stream).flatMap(({ position }) => position ?? []);
  };

  it('removes superseded metadata', async () => {
    for (const own of ['x', 'y', 'z']) await client.setStreamMetadata('s', { own });
    expect(await removed()).toEqual(['$$s@0 $metadata', '$$s@1 $metadata']);
    expect((await client.getStreamMetadata('s')).metadata).toEqual({ own: 'z' });
    expect(await removed()).toEqual([]);
  });

  it.each([
    ['$maxCount', { maxCount: 1 }, ['s@0 a', 's@1 b', 's@2 c']],
    ['$tb', { truncateBefore: 2 }, ['s@0 a', 's@1 b']],
  ])('removes what %s hides', async (_, metadata, expected) => {
    await append('s', 'a', 'b', 'c', 'd');
    await client.setStreamMetadata('s', metadata);
    expect(await removed()).toEqual(expected);
  });

  it('removes what $maxAge hides', async () => {
    await append('s', 'a', 'b');
    await client.setStreamMetadata('s', { maxAge: 1 });
    expect(await removed()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await append('s', 'c');
    expect(await removed()).toEqual(['s@0 a', 's@1 b']);
    expect(await typesOf(client.readStream('s'))).toEqual(['c']);
  });

  it('leaves the last event of a soft-deleted stream, by which its revisions go on', async () => {
    await append('s', 'a', 'b', 'c');
    await client.deleteStream('s');
    expect(await removed()).toEqual(['s@0 a', 's@1 b']);
    expect(await inAll()).toEqual(['c', 'last']);
    expect(await client.appendToStream('s', eventNamed('d'))).toMatchObject({ nextExpectedRevision: 3n });
    expect(await typesOf(client.readStream('s'))).toEqual(['d']);
    expect(await removed()).toEqual(['s@2 c', '$$s@0 $metadata']);
  });

  it('leaves nothing of a tombstoned stream but the tombstone', async () => {
    await append('s', 'a');
    await client.setStreamMetadata('s', { own: 'x' });
    await client.tombstoneStream('s');
    expect(await removed()).toEqual(['s@0 a', '$$s@0 $metadata']);
    expect(await errorOf(typesOf(client.readStream('s')))).toMatchObject({ type: 'stream-deleted' });
    expect(await errorOf(append('s', 'b'))).toMatchObject({ type: 'stream-deleted' });
    expect(await typesOf(client.readAll())).toEqual(expect.arrayContaining(['$streamDeleted']));
  });

  it('leaves the chunk that is being written: the last record, or what chunkBytes says', async () => {
    await append('s', 'a', 'b');
    await client.setStreamMetadata('s', { truncateBefore: 2 });
    await client.setStreamMetadata('s', { maxCount: 1, own: 'x' });
    await close();
    await open(1024 * 1024);
    expect(await double.scavenge()).toEqual([]);
    await close();
    await open();
    expect((await double.scavenge()).map(({ type }) => type)).toEqual(['a', '$metadata']);
  });

  it('leaves the positions and revisions of everything else', async () => {
    await append('s', 'a', 'b', 'c', 'd');
    await append('t', 'x', 'y');
    await client.setStreamMetadata('s', { truncateBefore: 2 });
    const [before, kept] = [await positionsOf('t'), (await positionsOf('s')).slice(2)];
    await removed();
    expect([await positionsOf('t'), await positionsOf('s')]).toEqual([before, kept]);
    await client.setStreamMetadata('s', {});
    const found = await eventsOf(client.readStream('s', { fromRevision: START }));
    expect(found.map(({ event }) => event?.revision)).toEqual([2n, 3n]);
    expect(await typesOf(client.readStream('s', { direction: BACKWARDS, fromRevision: END }))).toEqual([
      'd',
      'c',
    ]);
    const listener = new Listener(client.subscribeToStream('s'));
    await listener.until('caught up');
    expect(listener.heard).toEqual(['confirmed', 'c', 'd', 'caught up']);
    await listener.subscription.unsubscribe();
  });

  it('makes appends of removed events new ones', async () => {
    const [a, b] = [eventNamed('a'), eventNamed('b')];
    await client.appendToStream('s', [a, b]);
    await client.setStreamMetadata('s', { maxCount: 1 });
    await removed();
    const again = client.appendToStream('s', a, { expectedRevision: 'no_stream' });
    expect(await errorOf(again)).toMatchObject({ type: 'wrong-expected-version', actualVersion: 1n });
    expect(await client.appendToStream('s', b, { expectedRevision: 0n })).toMatchObject({
      nextExpectedRevision: 1n,
    });
  });

  it('holds after a restart, when the file knows nothing more of what was removed', async () => {
    await append('s', 'secret-one', 'secret-two', 'c');
    await client.setStreamMetadata('s', { maxCount: 1 });
    await removed();
    await append('s', 'd');
    const before = await eventsOf(client.readAll());
    await close();
    expect((await readFile(join(folder, 'events.log'))).includes('secret')).toBe(false);
    await open();
    expect(await eventsOf(client.readAll())).toEqual(before);
    expect(await client.appendToStream('s', eventNamed('e'))).toMatchObject({ nextExpectedRevision: 4n });
    expect(double.tornBytes).toBe(0);
  });

  it('happens between appends that go on meanwhile', async () => {
    await client.setStreamMetadata('s', { maxCount: 1 });
    const types = Array.from({ length: 40 }, (_, place) => `event ${place}`);
    const appends = types.map((type) => append('t', type));
    const scavenges = types.map(async (type) => {
      await append('s', type);
      await double.scavenge();
    });
    await Promise.all([...appends, ...scavenges]);
    await close();
    await open();
    expect(await typesOf(client.readStream('t'))).toEqual(types);
    expect(await typesOf(client.readStream('s'))).toHaveLength(1);
  });

  it('lets $all be read from the position of what was removed', async () => {
    await append('s', 'a', 'b', 'c');
    await append('t', 'd');
    const [first] = await positionsOf('s');
    await client.setStreamMetadata('s', { maxCount: 1 });
    await removed();
    expect(await inAll({ fromPosition: first ?? END })).toEqual(['c', 'd', 'last']);
    expect(await inAll({ fromPosition: first ?? END, direction: BACKWARDS })).toEqual([]);
  });

  it('is asked for by the control port', async () => {
    const control = await startControlPort(double, 0);
    await client.setStreamMetadata('s', { own: 'x' });
    await client.setStreamMetadata('s', { own: 'y' });
    const response = await fetch(`http://127.0.0.1:${control.port}/scavenge`, { method: 'POST' });
    expect(await response.json()).toEqual({
      removed: [{ stream: '$$s', revision: 0, position: expect.any(Number), type: '$metadata' }],
    });
    await control.close();
  });
});
