import type { EventStoreDBClient, Position } from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES, type Release } from './release.js';
import {
  clientOf,
  errorOf,
  eventNamed,
  eventsOf,
  typesOf,
  WireListener,
  type WireSubscription,
} from './testing.js';

const NOTHING_GIVEN = 'checkpoint 18446744073709551615/18446744073709551615';

describe.each(RELEASES)('filtered subscriptions to the double as %s', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  const listeners: WireListener[] = [];

  beforeEach(async () => {
    double = await startEventStoreDbDouble({ release });
    client = clientOf(double);
  });
  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.close();
    await client.dispose();
    await double.stop();
  });

  /** Appends events of which the types are letters of the text. */
  const append = (letters: string, stream = 's'): Promise<unknown> =>
    client.appendToStream(
      stream,
      letters.split('').map((letter) => eventNamed(letter)),
    );
  const subscribe = (wanted: WireSubscription): WireListener => {
    const listener = new WireListener(double, wanted);
    listeners.push(listener);
    return listener;
  };
  const heard = async (wanted: WireSubscription): Promise<string[]> => {
    const listener = subscribe(wanted);
    await listener.until('caught up');
    return listener.heard;
  };
  const positions = async (): Promise<Position[]> =>
    (await eventsOf(client.readAll())).flatMap(({ event }) => event?.position ?? []);
  const recordAt = ({ commit, prepare }: Position): string => `checkpoint ${commit}/${prepare}`;
  const pageAt = ({ commit }: Position): string => `checkpoint ${commit}/0`;
  const as = <T>(told: Readonly<Record<Release, T>>): T => told[release];

  it('that read several pages get the last match of a page as checkpoint, else where the page began', async () => {
    const before = (await positions()).length;
    await append(`${'x'.repeat(8 - before)}a${'x'.repeat(17)}`);
    const all = await positions();
    const told = await heard({ prefix: 'a' });
    expect(told.filter((each) => each !== 'a')).toEqual(
      as({
        '23.10': ['confirmed', recordAt(all[8]!), pageAt(all[15]!), 'caught up'],
        '24.6': ['confirmed', recordAt(all[8]!), pageAt(all[15]!), pageAt(all[25]!), 'caught up'],
      }),
    );
  });

  it('that find nothing in one page', async () => {
    await append('xx');
    expect(await heard({ prefix: 'a', window: 100 })).toEqual(
      as({ '23.10': ['confirmed', 'caught up'], '24.6': ['confirmed', NOTHING_GIVEN, 'caught up'] }),
    );
    const [place] = (await positions()).slice(-2);
    expect(await heard({ prefix: 'a', window: 100, from: place! })).toEqual(
      as({ '23.10': ['confirmed', 'caught up'], '24.6': ['confirmed', recordAt(place!), 'caught up'] }),
    );
  });

  it('that find something in one page', async () => {
    await append('xax');
    const [match] = (await positions()).slice(-2);
    expect(await heard({ prefix: 'a', window: 100 })).toEqual(
      as({
        '23.10': ['confirmed', 'a', 'caught up'],
        '24.6': ['confirmed', 'a', recordAt(match!), 'caught up'],
      }),
    );
  });

  it('from the last record, from behind it and from the end are live at once', async () => {
    await append('xa');
    const last = (await positions()).at(-1)!;
    expect(await heard({ prefix: 'a', from: last })).toEqual(['confirmed', 'caught up']);
    expect(await heard({ prefix: 'a', from: 'end' })).toEqual(['confirmed', 'caught up']);
    const largest = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n };
    expect(await heard({ prefix: 'a', from: largest })).toEqual(['confirmed', 'caught up']);
  });

  it.each([{ window: 0 }, { interval: 0 }])('with %j are refused', async (wanted) => {
    expect(await subscribe({ prefix: 'a', ...wanted }).ended).toMatchObject({ code: 3 });
  });

  it('get a live checkpoint at each interval, which counts what was caught up with', async () => {
    await append('xxxxxxx');
    const before = (await positions()).length;
    const listener = subscribe({ prefix: 'a', window: 5, interval: 4 });
    await listener.until('caught up');
    await append('x'.repeat(25) + 'a' + 'x'.repeat(18));
    const all = await positions();
    await listener.until(recordAt(all[39]!));
    const live = listener.heard.slice(listener.heard.indexOf('caught up') + 1);
    expect(before).toBeLessThan(20);
    expect(live.filter((each) => each !== 'a')).toEqual([recordAt(all[19]!), recordAt(all[39]!)]);
  });

  it('from where a page began get the record there on 24.6 alone', async () => {
    await append('xxaxxxa');
    const { commit } = (await positions()).at(-5)!;
    const told = await heard({ prefix: 'a', from: { commit, prepare: 0n } });
    expect(told.filter((each) => each === 'a')).toHaveLength(as({ '23.10': 1, '24.6': 2 }));
  });

  describe('from a position at which no record begins', () => {
    it('get nothing', async () => {
      await append('xaxa');
      const commit = (await positions()).at(-3)!.commit + 1n;
      const listener = subscribe({ prefix: 'a', from: { commit, prepare: commit } });
      if (release === '24.6') {
        expect(await listener.ended).toMatchObject({ code: 3 });
        return;
      }
      await append('a');
      await heard({ prefix: 'a' });
      expect(listener.heard).toEqual([]);
    });

    it('reads are refused, forwards and backwards, and from beyond the end', async () => {
      await append('xx');
      const last = (await positions()).at(-1)!.commit;
      const end = 10_000n + last;
      for (const position of [last + 1n, end])
        for (const direction of ['forwards', 'backwards'] as const) {
          const fromPosition = { commit: position, prepare: position };
          const reading = typesOf(client.readAll({ fromPosition, direction }));
          expect(await errorOf(reading)).toMatchObject({ code: 2 });
        }
    });
  });

  describe('after a scavenge', () => {
    it('from the position of what was removed', async () => {
      await append('ab', 'gone');
      await append('cde');
      const removed = (await positions()).at(-5)!;
      await client.setStreamMetadata('gone', { truncateBefore: 1 });
      await append('f');
      expect(await double.scavenge()).toMatchObject([{ stream: 'gone', revision: 0 }]);
      const letters = (await heard({ from: removed, window: 100 })).filter((each) => /^[a-z]$/.test(each));
      expect(letters.join('')).toBe(as({ '23.10': 'cdef', '24.6': 'bcdef' }));
    });

    it('from between records, which a scavenged chunk can be read from', async () => {
      await append('ab', 'gone');
      await append('cd');
      const commit = (await positions()).at(-4)!.commit - 1n;
      await client.setStreamMetadata('gone', { truncateBefore: 1 });
      await append('e');
      await double.scavenge();
      const position = { commit, prepare: commit };
      const found = await typesOf(client.readAll({ fromPosition: position }));
      expect(found.filter((type) => type !== '$metadata').join('')).toBe('bcde');
      const letters = (await heard({ from: position, window: 100 })).filter((each) => /^[a-z]$/.test(each));
      expect(letters.join('')).toBe(as({ '23.10': 'cde', '24.6': 'bcde' }));
    });
  });
});
