import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { pause } from '../../clock/pause.js';
import { createLogger } from '../../logging/index.js';
import { underLease } from '../lease.js';
import { type Registers, RegistersUnavailable } from '../port.js';
import { openMongoRegisters } from './mongo-registers.js';

/** The deadline of a call is 800 ms; the rest is for a machine that has much to do. */
const SOON_MS = 1_500;

describe('registers in a MongoDB that fails', () => {
  let engine: RunningEngine;
  let registers: Registers;

  beforeAll(async () => {
    engine = await startEngine('mongodb');
  }, 600_000);
  afterAll(() => engine.stop());
  beforeEach(async () => {
    registers = await open();
    await whenReached(() => registers.put('warm', 1, undefined));
  });
  afterEach(() => registers.close());

  const open = (): Promise<Registers> => {
    const url = new URL(engine.url);
    url.pathname = '/faults';
    return openMongoRegisters({ url: url.href });
  };
  /** The answer of the first call that is answered. */
  const whenReached = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        expect(error).toBeInstanceOf(RegistersUnavailable);
        await pause(10);
      }
    }
  };
  const CALLS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['get', () => registers.get('a')],
    ['put', () => registers.put('a', 1, 1000)],
    ['compareAndSet', () => registers.compareAndSet('a', 1, 1, 1000)],
    ['increment', () => registers.increment('count', 1, 1000)],
    ['remove', () => registers.remove('a')],
    ['list', () => registers.list('a')],
  ];
  const expectAllToFail = async (): Promise<void> => {
    await Promise.all(
      CALLS.map(async ([name, call]) => {
        const began = performance.now();
        const failed = await call().then(
          () => `${name} answered`,
          (error: unknown) => error,
        );
        expect(failed).toBeInstanceOf(RegistersUnavailable);
        expect(String(failed)).toContain(`MongoDB at ${new URL(engine.url).host}`);
        expect(performance.now() - began).toBeLessThan(SOON_MS);
      }),
    );
  };

  it('fail soon while it is frozen, and work again', async () => {
    await engine.signal('SIGSTOP');
    try {
      await expectAllToFail();
      await expectAllToFail();
    } finally {
      await engine.signal('SIGCONT');
    }
    expect(await whenReached(() => registers.put('a', 2, undefined))).toMatchObject({ value: 2 });
  });

  it('fail soon while it is down, and work again', async () => {
    await engine.kill();
    try {
      await expectAllToFail();
    } finally {
      await engine.again();
    }
    expect(await whenReached(() => registers.put('a', 2, undefined))).toMatchObject({ value: 2 });
  });

  it('lose nothing that was acknowledged when it is killed', async () => {
    for (let kills = 0; kills < 3; kills += 1) {
      const key = randomUUID();
      const puts = new Map<string, number>();
      let [tried, added, isOver] = [0, 0, false];
      const adding = async (): Promise<void> => {
        while (!isOver) {
          tried += 1;
          try {
            added = Math.max(added, await registers.increment(key, 1, 3_600_000));
            puts.set(`${key}/${added}`, (await registers.put(`${key}/${added}`, added, undefined)).revision);
          } catch (error) {
            expect(error).toBeInstanceOf(RegistersUnavailable);
          }
        }
      };
      const writers = Array.from({ length: 4 }, adding);
      while (added < 100) await pause(1);
      await engine.kill();
      isOver = true;
      await Promise.all(writers);
      await engine.again();
      const sum = Number((await whenReached(() => registers.get(key)))?.value);
      expect(sum).toBeGreaterThanOrEqual(added);
      expect(sum).toBeLessThanOrEqual(tried);
      for (const [name, revision] of puts) expect(await registers.get(name)).toMatchObject({ revision });
    }
  });

  describe('under a lease', () => {
    const TTL_MS = 3_000;
    const hold = (store: Registers, key: string, holder: string) => {
      const stop = new AbortController();
      const told = new EventTarget();
      const begun = once(told, 'begins');
      const ended = underLease({
        ...{ registers: store, key, holder, ttlMs: TTL_MS, signal: stop.signal },
        logger: createLogger('silent'),
        run: async (signal) => {
          const aborted = once(signal, 'abort');
          told.dispatchEvent(new Event('begins'));
          await aborted;
          told.dispatchEvent(new Event('ends'));
        },
      });
      const end = async (): Promise<void> => {
        stop.abort();
        await ended;
      };
      return { told, begun, end };
    };

    it('another process takes over when one ends', async () => {
      const key = randomUUID();
      const other = await open();
      const one = hold(registers, key, 'one');
      await one.begun;
      const two = hold(other, key, 'two');
      await one.end();
      await two.begun;
      expect(await registers.get(key)).toMatchObject({ value: { holder: 'two' } });
      await two.end();
      expect(await registers.get(key)).toBeUndefined();
      await other.close();
    });

    it('work ends before the lease is over when the store is frozen, and begins again', async () => {
      const key = randomUUID();
      const one = hold(registers, key, 'one');
      await one.begun;
      const [ended, begunAgain] = [once(one.told, 'ends'), once(one.told, 'begins')];
      const frozenAt = performance.now();
      await engine.signal('SIGSTOP');
      await ended;
      expect(performance.now() - frozenAt).toBeLessThan(TTL_MS);
      await engine.signal('SIGCONT');
      await begunAgain;
      await one.end();
    });
  });
});
