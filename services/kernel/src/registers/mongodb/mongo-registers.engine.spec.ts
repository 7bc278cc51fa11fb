import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { openMongo } from '../../mongodb/index.js';
import { registersConformance } from '../conformance.js';
import { type Registers, RegistersUnavailable } from '../port.js';
import { openMongoRegisters } from './mongo-registers.js';

/** Long enough for a machine that has much to do: these specs ask what is answered, not when. */
const PATIENTLY = { timeoutMs: 20_000 };

let engine: RunningEngine;
let url: string;
let opened: Registers[];

beforeAll(async () => {
  engine = await startEngine('mongodb');
}, 600_000);
afterAll(() => engine.stop());

beforeEach(() => {
  const address = new URL(engine.url);
  address.pathname = `/registers-${randomUUID()}`;
  url = address.href;
  opened = [];
});
afterEach(async () => {
  for (const registers of opened) await registers.close();
  const connection = await openMongo({ url });
  await connection.database.dropDatabase();
  await connection.close();
});

/** The clock of the spec stands in for the server's: only so can time be held still. */
const underAClock = () => {
  let now = Date.now();
  const pass = async (ms: number): Promise<void> => {
    now += ms;
  };
  return { clock: { now: () => now }, pass };
};

registersConformance('MongoDB', async () => {
  const { clock, pass } = underAClock();
  return { registers: await openMongoRegisters({ url, clock, ...PATIENTLY }), pass };
});

describe('registers in MongoDB', () => {
  /** Each as another process would. */
  const open = async (): Promise<Registers> => {
    const registers = await openMongoRegisters({ url, ...PATIENTLY });
    opened.push(registers);
    return registers;
  };

  it('are over by the clock of the server', async () => {
    const registers = await open();
    const began = performance.now();
    const { revision } = await registers.put('a', 1, 300);
    await registers.put('b', 1, 60_000);
    while ((await registers.get('a')) !== undefined) expect(performance.now() - began).toBeLessThan(20_000);
    expect(performance.now() - began).toBeGreaterThanOrEqual(299);
    expect(await registers.compareAndSet('a', revision, 2, 60_000)).toBeUndefined();
    expect(await registers.increment('a', 3, 60_000)).toBe(3);
    expect((await registers.list('')).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('let one of two processes win, whoever asks', async () => {
    const both = [await open(), await open()];
    const race = async (expected: number | undefined) => {
      const tries = Array.from({ length: 10 }, (_, n) =>
        both[n % 2]!.compareAndSet('a', expected, n, undefined),
      );
      return (await Promise.all(tries)).filter((each) => each !== undefined);
    };
    let expected: number | undefined;
    for (let round = 0; round < 30; round += 1) {
      if (round % 3 === 2) {
        await both[0]!.remove('a');
        expected = undefined;
      }
      const winners = await race(expected);
      expect(winners).toHaveLength(1);
      expect(await both[1]!.get('a')).toEqual(winners[0]);
      expected = winners[0]!.revision;
    }
  });

  it('lose no addition of two processes, and add as JavaScript does', async () => {
    const both = [await open(), await open()];
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, n) => both[n % 2]!.increment('a', 1, 60_000)),
    );
    expect([...sums].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    await both[0]!.put('b', 2 ** 53, undefined);
    expect(await both[1]!.increment('b', 2, 1)).toBe(2 ** 53 + 2);
    await both[0]!.increment('c', 0.1, 60_000);
    expect(await both[1]!.increment('c', 0.2, 60_000)).toBe(0.1 + 0.2);
  });

  it('write over one another at once', async () => {
    const both = [await open(), await open()];
    const puts = await Promise.all(
      Array.from({ length: 100 }, (_, n) => both[n % 2]!.put(`key-${n % 5}`, n, undefined)),
    );
    expect(new Set(puts.map(({ revision }) => revision)).size).toBe(100);
    for (const { key, ...register } of await both[0]!.list('key-')) {
      expect(puts).toContainEqual(register);
      expect(await both[1]!.get(key)).toEqual(register);
    }
  });

  it('never give a revision again, also when the store was lost', async () => {
    const revisions: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const registers = await open();
      for (let n = 0; n < 50; n += 1) revisions.push((await registers.put('a', n, undefined)).revision);
      if (time === 1) {
        const connection = await openMongo({ url });
        await connection.database.dropDatabase();
        await connection.close();
      }
    }
    expect(new Set(revisions).size).toBe(150);
    expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
  });

  it('keep numbers as numbers and everything else as text', async () => {
    const registers = await open();
    for (const [key, value] of [
      ['-0', -0],
      ['large', 1e300],
      ['keys', { b: 1, a: { '2': 1, '1': 2 } }],
    ] as const)
      await registers.put(key, value, undefined);
    expect((await registers.get('-0'))?.value).toBe(0);
    expect((await registers.get('large'))?.value).toBe(1e300);
    expect(JSON.stringify((await registers.get('keys'))?.value)).toBe('{"b":1,"a":{"1":2,"2":1}}');
  });

  it('are collected by the server long after they are over', async () => {
    const registers = await open();
    await registers.put('a', 1, 1);
    const connection = await openMongo({ url });
    const indexes = await connection.database.collection('registers').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 3600 }),
    );
    await connection.close();
  });

  it('leave a connection open that is not theirs', async () => {
    const connection = await openMongo({ url });
    const registers = await openMongoRegisters({ connection, ...PATIENTLY });
    await registers.put('a', 1, undefined);
    await registers.close();
    expect(await connection.database.collection('registers').countDocuments()).toBe(1);
    await connection.close();
  });

  it('open while no server is there, and say which is asked for', async () => {
    const registers = await openMongoRegisters({
      url: 'mongodb://someone:secret@127.0.0.1:1/',
      timeoutMs: 300,
    });
    const call = registers.put('a', 1, 1);
    await expect(call).rejects.toBeInstanceOf(RegistersUnavailable);
    await expect(call).rejects.toThrow(/^The registers in MongoDB at 127\.0\.0\.1:1\/cairn are not reached/);
    await registers.close();
  });
});
