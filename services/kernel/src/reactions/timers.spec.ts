import type { Document } from '../documents/port.js';
import type { CommandReply } from '../messages/command-message.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { readModelOf } from './read-model.js';
import { timerProjection, type TimerTools, timerWork } from './timers.js';

const done: CommandReply = { status: 'done', stream: 'counter-a', position: '1', replayed: false };
const refused = (code: 'not_found' | 'conflict'): CommandReply => ({ status: 'refused', code, detail: '' });

const MANY = 10_000;

describe('timers', () => {
  let engines: Embedded;
  let stop: AbortController;
  let running: Promise<void>;
  let executed: number[];

  /** Sets as many timers as there are replies, each of a second later, and fires them. */
  const fire = async (replies: readonly (() => CommandReply | Promise<CommandReply>)[]): Promise<void> => {
    await engines.documents.prepare([readModelOf(timerProjection('kernel', rules))]);
    await engines.documents.apply({
      projection: 'kernel.timers',
      generation: 'live',
      from: '',
      to: '1',
      changes: replies.map((_, index) => ({
        kind: 'put',
        collection: 'kernel_timers',
        document: document(index),
      })),
    });
    const send: TimerTools['send'] = async (_, input) => {
      executed.push(Number(input));
      await Promise.resolve();
      return replies[Number(input)]!();
    };
    const removeDocuments: TimerTools['removeDocuments'] = async (projection, collection, ids, isStill) => {
      const found = await engines.documents.getMany(collection, ids);
      const changes = found
        .filter((each) => isStill!(each))
        .map(({ id }) => ({ kind: 'remove' as const, collection, id }));
      const here = { projection, generation: 'live' as const, from: '1', to: '1' };
      await engines.documents.apply({ ...here, changes });
      return true;
    };
    running = timerWork('kernel', { ...engines, send, removeDocuments }).run(stop.signal);
  };
  const rules = { version: 1, events: [], set: () => [], stop: () => [] };
  const document = (index: number): Document => ({
    id: `t${index.toString().padStart(4, '0')}`,
    due: new Date(index * 1_000).toISOString(),
    command: 'kernel.ring',
    causation: 'event',
    correlation: 'request',
    input: index,
  });
  const left = async (): Promise<readonly string[]> =>
    (await engines.documents.find('kernel_timers', { filter: {}, sort: 'due', limit: 1_000 })).map(
      ({ id }) => id,
    );
  const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);
  const timesOf = (index: number): number => executed.filter((each) => each === index).length;

  beforeEach(() => {
    engines = openEmbedded();
    stop = new AbortController();
    executed = [];
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  });
  afterEach(async () => {
    stop.abort();
    await running;
    jest.useRealTimers();
    await engines.remove();
  });

  it('are fired in lanes and taken away, each once, ten thousand that are due at once', async () => {
    let [underWay, most] = [0, 0];
    const ring = async (): Promise<CommandReply> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return refused('not_found');
    };
    await fire(Array.from({ length: MANY }, () => ring));
    while ((await left()).length > 0) await after(100);
    await after(3_000);
    expect(most).toBe(32);
    expect(executed).toEqual(Array.from({ length: MANY }, (_, index) => index));
  });

  it('are taken away when they are fired, also when nothing was decided', async () => {
    await fire([() => done, () => refused('not_found')]);
    await after(3_000);
    expect([executed, await left()]).toEqual([[0, 1], []]);
  });

  it('stay when they were set anew while they were fired', async () => {
    const put = (due: string): Promise<unknown> =>
      engines.documents.apply({
        projection: 'kernel.timers',
        generation: 'live',
        from: '1',
        to: '1',
        changes: [{ kind: 'put', collection: 'kernel_timers', document: { ...document(0), due } }],
      });
    let again = Promise.resolve<unknown>(undefined);
    await fire([
      () => {
        again = put('2999-01-01T00:00:00.000Z');
        return done;
      },
    ]);
    await after(3_000);
    await again;
    expect([executed, await left()]).toEqual([[0], ['t0000']]);
  });

  it('wait for one that takes long no more than the few that are fired beside it', async () => {
    let finish = (): void => undefined;
    const long = new Promise<CommandReply>((resolve) => (finish = () => resolve(done)));
    await fire([() => long, ...Array.from({ length: 1_000 }, () => () => done)]);
    await after(3_000);
    expect(executed).toHaveLength(1_001);
    finish();
  });

  it('are fired no more when the process is asked to stop, however many are due', async () => {
    await fire(
      Array.from({ length: 250 }, (_, index) => () => {
        if (index === 5) stop.abort();
        return done;
      }),
    );
    await after(3_000);
    await running;
    expect(executed.length).toBeLessThan(100);
  });

  it('keep no other waiting when one fails, which is fired again after ever longer pauses', async () => {
    const broken = (): CommandReply => {
      throw new Error('a bug');
    };
    await fire([broken, () => done, () => done]);
    await after(500);
    expect(executed).toEqual([0, 1, 2]);
    await after(60_000);
    expect(timesOf(0)).toBeGreaterThan(3);
    expect(timesOf(0)).toBeLessThan(10);
    expect([timesOf(1), timesOf(2)]).toEqual([1, 1]);
  });

  it('are fired again when others changed what they are about', async () => {
    let conflicts = 2;
    await fire([() => (conflicts-- > 0 ? refused('conflict') : done)]);
    await after(10_000);
    expect(timesOf(0)).toBe(3);
  });
});
