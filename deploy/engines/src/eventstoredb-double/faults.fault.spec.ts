import type { AppendToStreamOptions, EventStoreDBClient } from '@eventstore/db-client';
import { startControlPort, type ControlPort } from './control.js';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import type { Fault } from './faults.js';
import { clientOf, errorOf, eventNamed, freshStream, Listener, typesOf } from './testing.js';

const ways: readonly (readonly [string, AppendToStreamOptions])[] = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'some', password: 'one' } }],
];

describe('faults of the double', () => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;
  let stream: string;

  beforeEach(async () => {
    double = await startEventStoreDbDouble();
    client = clientOf(double);
    stream = freshStream();
    await client.appendToStream(stream, eventNamed('first'));
  });
  afterEach(async () => {
    await client.dispose();
    await double.stop();
  });

  const set = (fault: Fault): void => double.faults.add(fault);
  const types = (): Promise<string[]> => typesOf(client.readStream(stream));
  /** Resolves with the name of what came first. */
  const within = (ms: number, promise: Promise<unknown>): Promise<string> =>
    Promise.race([
      promise.then(
        () => 'done',
        () => 'failed',
      ),
      new Promise<string>((resolve) => setTimeout(() => resolve('silence'), ms)),
    ]);

  describe.each(ways)('in an append by %s', (_, way) => {
    const append = (type: string): Promise<unknown> => client.appendToStream(stream, eventNamed(type), way);

    it('not leader: the client goes to the leader', async () => {
      const leader = await startEventStoreDbDouble();
      set({ kind: 'not-leader', host: '127.0.0.1', port: leader.port, operation: 'append', count: 1 });
      expect(await errorOf(append('lost'))).toMatchObject({
        type: 'not-leader',
        leader: { address: '127.0.0.1', port: leader.port },
      });
      await append('second');
      expect(await types()).toEqual(['second']);
      await client.dispose();
      await leader.stop();
    });

    it('too busy: nothing is done, and so often as was asked', async () => {
      set({ kind: 'too-busy', count: 2 });
      expect(await errorOf(append('a'))).toMatchObject({ type: 'unavailable' });
      expect(await errorOf(types())).toMatchObject({ type: 'unavailable' });
      expect(await types()).toEqual(['first']);
      await append('b');
      expect(await types()).toEqual(['first', 'b']);
    });

    it.each([
      ['the connection', { kind: 'drop-answer', by: 'connection', count: 1 }],
      ['the call', { kind: 'drop-answer', by: 'call', count: 1 }],
    ] as const)(
      'the answer is lost with %s: it is done, and the client does not know',
      async (_by, fault) => {
        set(fault);
        expect(await errorOf(append('done'))).toMatchObject({ type: 'unavailable' });
        expect(await types()).toEqual(['first', 'done']);
        await append('after');
        expect(await types()).toEqual(['first', 'done', 'after']);
      },
    );

    it('the answer never comes: it is done', async () => {
      set({ kind: 'drop-answer', by: 'silence', operation: 'append', count: 1 });
      const listener = new Listener(client.subscribeToStream(stream));
      const unanswered = append('done');
      await listener.until('done');
      expect(await within(50, unanswered)).toBe('silence');
    });

    it('the deadline: nothing is done and nothing is answered', async () => {
      set({ kind: 'deadline', operation: 'append', count: 1 });
      expect(await within(50, append('never'))).toBe('silence');
      await append('after');
      expect(await types()).toEqual(['first', 'after']);
    });

    it.each([
      [false, ['first']],
      [true, ['first', 'timed out']],
    ])('a time-out, applied: %s', async (applied, expected) => {
      set({ kind: 'timed-out', applied, count: 1 });
      const failure = await errorOf(append('timed out'));
      expect(['timeout', 'deadline-exceeded']).toContain((failure as { type?: string }).type);
      expect(await types()).toEqual(expected);
    });

    it('access denied: nothing is done, and others are not disturbed', async () => {
      set({ kind: 'access-denied', operation: 'append', count: 1 });
      const outcomes = await Promise.allSettled([append('a'), append('b')]);
      expect(outcomes).toMatchObject([{ reason: { type: 'access-denied' } }, { status: 'fulfilled' }]);
      expect(await types()).toEqual(['first', 'b']);
    });

    it('a delay: it is done later', async () => {
      set({ kind: 'delay', ms: 60, operation: 'append' });
      const before = Date.now();
      await append('late');
      expect(Date.now() - before).toBeGreaterThanOrEqual(55);
      expect(await types()).toEqual(['first', 'late']);
    });
  });

  it('busy in a batch: the client gets an error that it does not know, others are answered', async () => {
    set({ kind: 'busy-in-batch', count: 1 });
    const other = freshStream();
    const results = await Promise.allSettled([
      client.appendToStream(stream, eventNamed('a')),
      client.appendToStream(other, eventNamed('b')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
    expect(results[0]).toMatchObject({ reason: { type: 'unknown' } });
  });

  it.each(['append', 'read', 'subscribe', 'delete', 'tombstone'] as const)(
    'of %s alone leave the others',
    async (operation) => {
      const outcomes = async (): Promise<string[]> => {
        const listener = new Listener(client.subscribeToStream(stream));
        const subscribed = Promise.race([
          listener.ended.then(() => Promise.reject(new Error('cut'))),
          listener.until('caught up'),
        ]);
        const calls = {
          subscribe: subscribed,
          append: client.appendToStream(stream, eventNamed('a'), ways[1]![1]),
          read: types(),
          delete: client.deleteStream(freshStream(), { expectedRevision: 0n }).catch(wrongVersion),
          tombstone: client.tombstoneStream(freshStream()),
        };
        const settled = await Promise.allSettled(Object.values(calls));
        await listener.subscription.unsubscribe();
        return Object.keys(calls).filter((_, place) => settled[place]?.status === 'rejected');
      };
      set({ kind: 'timed-out', operation });
      expect(await outcomes()).toEqual([operation]);
      double.faults.clear();
      expect(await outcomes()).toEqual([]);
    },
  );

  const wrongVersion = (error: unknown): void => {
    expect(error).toMatchObject({ type: 'wrong-expected-version' });
  };

  it.each([
    ['call', 'unavailable'],
    ['connection', 'unavailable'],
  ] as const)('a subscription is cut after some events, by its %s', async (by, type) => {
    await client.appendToStream(stream, [eventNamed('a'), eventNamed('b'), eventNamed('c')]);
    set({ kind: 'cut-subscription', afterEvents: 2, by, count: 1 });
    const cut = new Listener(client.subscribeToStream(stream));
    expect(await cut.ended).toMatchObject({ type });
    if (by === 'call') expect(cut.heard).toEqual(['confirmed', 'first', 'a']);
    const whole = new Listener(client.subscribeToStream(stream));
    await whole.until('caught up');
    expect(whole.heard).toEqual(['confirmed', 'first', 'a', 'b', 'c', 'caught up']);
    await whole.subscription.unsubscribe();
  });

  describe('set by the control port', () => {
    let control: ControlPort;

    beforeEach(async () => {
      control = await startControlPort(double, 0);
    });
    afterEach(() => control.close());

    const ask = async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
      const response = await fetch(`http://127.0.0.1:${control.port}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return [response.status, await response.json()];
    };

    it('strike, are counted down and are taken back', async () => {
      const busy = { kind: 'too-busy', count: 2, operation: 'read' };
      const late = { kind: 'delay', ms: 1, count: 'always' };
      expect(await ask('POST', '/faults', busy)).toEqual([200, [busy]]);
      expect(await ask('POST', '/faults', [late])).toEqual([200, [busy, late]]);
      expect(await errorOf(types())).toMatchObject({ type: 'unavailable' });
      expect(await ask('GET', '/faults')).toEqual([200, [{ ...busy, count: 1 }, late]]);
      expect(await ask('DELETE', '/faults')).toEqual([200, []]);
      expect(await types()).toEqual(['first']);
    });

    it.each([
      [{ kind: 'not-leader', host: '127.0.0.1', port: 2113, count: 'always' }],
      [{ kind: 'busy-in-batch', count: 1 }],
      [{ kind: 'access-denied', count: 1 }],
      [{ kind: 'deadline', operation: 'append', count: 3 }],
      [{ kind: 'timed-out', applied: true, count: 1 }],
      [{ kind: 'drop-answer', by: 'silence', count: 1 }],
      [{ kind: 'cut-subscription', afterEvents: 7, by: 'end', count: 1 }],
    ])('may be %j', async (fault) => {
      expect(await ask('POST', '/faults', fault)).toEqual([200, [fault]]);
    });

    it.each([
      ['another kind', { kind: 'nonsense' }, /kind is one of not-leader, too-busy/],
      ['another operation', { kind: 'too-busy', operation: 'x' }, /operation is one of append, read/],
      ['another way', { kind: 'drop-answer', by: 'x' }, /by is one of connection, call, silence/],
      ['no leader', { kind: 'not-leader' }, /host is a text/],
      ['no number', { kind: 'delay', ms: '5' }, /ms is a whole number/],
      ['no object', 'too-busy', /a fault is a JSON object/],
    ])('are refused for %s', async (_why, fault, message) => {
      expect(await ask('POST', '/faults', fault)).toEqual([400, { message: expect.stringMatching(message) }]);
      expect(await ask('GET', '/faults')).toEqual([200, []]);
    });

    it('are refused for what is no JSON, and elsewhere', async () => {
      const response = await fetch(`http://127.0.0.1:${control.port}/faults`, { method: 'POST', body: '{' });
      expect([response.status, await response.json()]).toEqual([400, { message: 'the body is not JSON' }]);
      expect((await ask('GET', '/'))[0]).toBe(400);
    });

    it('cut the subscriptions that run', async () => {
      const listener = new Listener(client.subscribeToStream(stream));
      await listener.until('caught up');
      expect(await ask('POST', '/cut', { by: 'end' })).toEqual([200, { cut: 1 }]);
      expect(await listener.ended).toBeUndefined();
      expect(await ask('POST', '/cut')).toEqual([200, { cut: 0 }]);
    });
  });
});
