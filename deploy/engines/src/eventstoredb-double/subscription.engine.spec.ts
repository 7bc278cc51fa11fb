import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  START,
  streamNameFilter,
  type EventStoreDBClient,
  type Filter,
  type Position,
  type ReadPosition,
} from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { clientOf, errorOf, eventNamed, eventOfBytes, eventsOf, Listener, typesOf } from './testing.js';

/** Type of the record that the server itself writes first. */
const FIRST = '$metadata';

describe.each(RELEASES)('subscriptions to the double as %s', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  const listeners: Listener[] = [];

  beforeEach(async () => {
    double = await startEventStoreDbDouble({ release });
    client = clientOf(double);
  });
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map(({ subscription }) => subscription.unsubscribe()));
    await client.dispose();
    await double.stop();
  });

  const append = (stream: string, ...types: string[]): Promise<unknown> =>
    client.appendToStream(
      stream,
      types.map((type) => eventNamed(type)),
    );
  const toStream = (stream: string, fromRevision?: bigint | typeof START | typeof END): Listener =>
    kept(client.subscribeToStream(stream, fromRevision === undefined ? {} : { fromRevision }));
  const toAll = (options: { fromPosition?: ReadPosition; filter?: Filter } = {}): Listener =>
    kept(client.subscribeToAll(options));
  const kept = (subscription: Listener['subscription']): Listener => {
    const listener = new Listener(subscription);
    listeners.push(listener);
    return listener;
  };
  const positions = async (): Promise<Position[]> =>
    (await eventsOf(client.readAll())).map(({ event }) => event?.position ?? { commit: -1n, prepare: -1n });

  it('to a stream: a confirmation, what is there, caught up once, then what comes', async () => {
    await append('s', 'a', 'b');
    const listener = toStream('s');
    await listener.until('caught up');
    await append('other', 'x');
    await append('s', 'c');
    await append('s', 'd', 'e');
    await listener.until('e');
    expect(listener.heard).toEqual(['confirmed', 'a', 'b', 'caught up', 'c', 'd', 'e']);
    expect(listener.subscription.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(listener.events.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n, 3n, 4n]);
  });

  it('to a stream start after the revision that they are given', async () => {
    await append('s', 'a', 'b', 'c');
    const after = toStream('s', 1n);
    const end = toStream('s', END);
    const ahead = toStream('s', 3n);
    await Promise.all([after, end, ahead].map((listener) => listener.until('caught up')));
    await append('s', 'd', 'e');
    await Promise.all([after, end, ahead].map((listener) => listener.until('e')));
    expect(after.heard).toEqual(['confirmed', 'c', 'caught up', 'd', 'e']);
    expect(end.heard).toEqual(['confirmed', 'caught up', 'd', 'e']);
    expect(ahead.heard).toEqual(['confirmed', 'caught up', 'e']);
  });

  it('to a stream that is not there yet wait for it', async () => {
    const listener = toStream('s');
    await listener.until('confirmed');
    await append('other', 'x');
    await append('s', 'a');
    await listener.until('caught up');
    expect(listener.heard).toEqual(['confirmed', 'a', 'caught up']);
    const end = toStream('t', END);
    await end.until('caught up');
  });

  it('to a deleted stream get what is written after', async () => {
    await append('s', 'a', 'b');
    await client.deleteStream('s');
    const listener = toStream('s');
    await listener.until('confirmed');
    await append('s', 'c');
    await listener.until('caught up');
    expect(listener.heard).toEqual(['confirmed', 'c', 'caught up']);
  });

  it('to $all get every stream in the order of the log, system events too', async () => {
    await append('s', 'a');
    await client.setStreamMetadata('s', { maxCount: 9 });
    const listener = toAll();
    await listener.until('caught up');
    await append('t', 'b');
    await append('s', 'c');
    await listener.until('c');
    expect(listener.heard).toEqual(['confirmed', FIRST, 'a', '$metadata', 'caught up', 'b', 'c']);
    expect(listener.events.map(({ event }) => event?.position)).toEqual(await positions());
    expect(listener.events.map(({ commitPosition }) => commitPosition)).toEqual(
      (await positions()).map(({ commit }) => commit),
    );
  });

  it('to $all start after the position that they are given', async () => {
    await append('s', 'a', 'b', 'c');
    const [, , second] = await positions();
    const after = toAll({ fromPosition: second ?? START });
    const end = toAll({ fromPosition: END });
    await Promise.all([after, end].map((listener) => listener.until('caught up')));
    await append('s', 'd');
    await Promise.all([after, end].map((listener) => listener.until('d')));
    expect(after.heard).toEqual(['confirmed', 'c', 'caught up', 'd']);
    expect(end.heard).toEqual(['confirmed', 'caught up', 'd']);
  });

  describe('with a filter', () => {
    it.each([
      ['prefixes of streams', streamNameFilter({ prefixes: ['item-', 'list-'] }), ['a1', 'a2', 'c1']],
      ['a pattern of streams', streamNameFilter({ regex: '^(item|user)-\\d$' }), ['a1', 'b1', 'a2']],
      ['prefixes of types', eventTypeFilter({ prefixes: ['b', 'c'] }), ['b1', 'c1']],
      ['a pattern of types', eventTypeFilter({ regex: '1$' }), ['a1', 'b1', 'c1']],
      ['no system events', excludeSystemEvents(), ['a1', 'b1', 'a2', 'c1']],
    ])('by %s get what matches, before and after they are live', async (_by, filter, expected) => {
      const write = async (): Promise<void> => {
        await append('item-1', 'a1');
        await append('user-1', 'b1');
        await append('item-2', 'a2');
        await append('list-x', 'c1');
        await client.setStreamMetadata('user-1', { maxCount: 100 });
      };
      await write();
      const listener = toAll({ filter });
      await listener.until('caught up');
      await write();
      await listener.until(expected.at(-1) ?? '', 2);
      expect(listener.heard).toEqual(['confirmed', ...expected, 'caught up', ...expected]);
    });

    it('that is no pattern are refused', async () => {
      const listener = toAll({ filter: streamNameFilter({ regex: '(' }) });
      expect(await listener.ended).toMatchObject({ code: 3 });
    });
  });

  describe('of a client that is slow', () => {
    const written = async (listener: Listener): Promise<void> => {
      await listener.until('caught up');
      listener.subscription.pause();
      for (let group = 0; group < 50; group += 1)
        await client.appendToStream(
          's',
          Array.from({ length: 20 }, () => eventOfBytes(10_000)),
        );
      listener.subscription.resume();
    };

    it.each([
      ['to a stream', () => toStream('s')],
      ['to $all', () => toAll({ filter: excludeSystemEvents() })],
    ])(
      release === '23.10' ? '%s end as too slow' : '%s catch up again and lose nothing',
      async (_to, begun) => {
        await append('s', 'first');
        const listener = begun();
        await written(listener);
        if (release === '23.10') {
          expect(await listener.ended).toMatchObject({ code: 10 });
          expect(listener.heard).not.toContain('fell behind');
          return;
        }
        await listener.until('caught up', 2);
        await append('s', 'last');
        await listener.until('last');
        const told = ['confirmed', 'first', 'caught up', 'caught up', 'last'];
        expect(listener.heard.filter((each) => each !== 'big')).toEqual(told);
        const revisions = listener.events.map(({ event }) => Number(event?.revision));
        expect(revisions).toEqual(Array.from({ length: 1_002 }, (_each, revision) => revision));
      },
    );
  });

  it('of many clients all get everything in its order', async () => {
    const many = Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? toAll() : toStream('s')));
    await Promise.all(Array.from({ length: 300 }, (_, place) => append('s', `event ${place}`)));
    await append('s', 'last');
    await Promise.all(many.map((listener) => listener.until('last')));
    const types = await typesOf(client.readStream('s'));
    expect(types).toHaveLength(301);
    for (const { events } of many)
      expect(events.map(({ event }) => event?.type).filter((type) => type !== FIRST)).toEqual(types);
  });

  it('end when they are cut, as the cutter wants', async () => {
    for (const [by, expected] of [
      ['call', expect.objectContaining({ type: 'unavailable' })],
      ['connection', expect.objectContaining({ type: 'unavailable' })],
      ['end', undefined],
    ] as const) {
      const listener = toAll();
      await listener.until('caught up');
      expect(double.cutSubscriptions(by)).toBe(1);
      expect(await listener.ended).toEqual(expected);
    }
    expect(double.cutSubscriptions('call')).toBe(0);
  });

  it('are let go by the double when they are unsubscribed', async () => {
    const listener = toAll();
    await listener.until('caught up');
    await listener.subscription.unsubscribe();
    await errorOf(listener.ended);
    await append('s', 'a');
    expect(listener.heard).toEqual(['confirmed', FIRST, 'caught up']);
    expect(double.cutSubscriptions('call')).toBe(0);
  });
});
