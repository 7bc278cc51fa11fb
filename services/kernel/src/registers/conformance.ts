import type { Json } from '../base/json-value.js';
import { conformance } from '../testkit/conformance.js';
import { MOST_LISTED, RegistersUnavailable, type Registers } from './port.js';

export interface RegistersUnderTest {
  readonly registers: Registers;
  /** Lets time go by for the store. */
  readonly pass: (ms: number) => Promise<void>;
}

const A_NUMBER: unknown = expect.any(Number);

/** What every store of registers keeps to. `make` gives an empty one. */
export const registersConformance = (name: string, make: () => Promise<RegistersUnderTest>): void => {
  conformance(`registers in ${name}`, () => {
    let registers: Registers;
    let pass: RegistersUnderTest['pass'];
    beforeEach(async () => {
      ({ registers, pass } = await make());
    });
    afterEach(() => registers.close());

    it('has nothing under a key that was never written', async () => {
      expect(await registers.get('a')).toBeUndefined();
      await registers.remove('a');
      expect(await registers.get('a')).toBeUndefined();
    });

    const VALUES: readonly Json[] = [
      null,
      false,
      0,
      -1.5,
      '',
      'ä\0🎉',
      [],
      {},
      { a: [1, { b: null }], 'x.$y': '__proto__' },
    ];
    it.each(VALUES)('gives back %j as it was put', async (value) => {
      const put = await registers.put('a', value, undefined);
      expect(put).toEqual({ value, revision: A_NUMBER });
      expect(await registers.get('a')).toEqual(put);
    });

    it.each(['', 'a\0b', 'ü/🎉', "x'; DROP TABLE registers; --", 'k'.repeat(5000)])(
      'takes %p as a key',
      async (key) => {
        await registers.put(key, 'here', undefined);
        await registers.put('a', 'there', undefined);
        expect(await registers.get(key)).toMatchObject({ value: 'here' });
        expect(await registers.get('a')).toMatchObject({ value: 'there' });
      },
    );

    it('keeps what has no time to live, and removes it when told', async () => {
      await registers.put('a', 1, undefined);
      await pass(1e12);
      expect(await registers.get('a')).toMatchObject({ value: 1 });
      await registers.remove('a');
      expect(await registers.get('a')).toBeUndefined();
    });

    it('forgets a register when its time is over, to the millisecond', async () => {
      await registers.put('a', 1, 1000);
      await pass(999);
      expect(await registers.get('a')).toMatchObject({ value: 1 });
      await pass(1);
      expect(await registers.get('a')).toBeUndefined();
    });

    it('starts the time to live anew at each put', async () => {
      await registers.put('a', 1, 1000);
      await pass(900);
      await registers.put('a', 2, 1000);
      await pass(900);
      expect(await registers.get('a')).toMatchObject({ value: 2 });
    });

    it('gives every write another revision, over removal and expiry too', async () => {
      const revisions: number[] = [];
      const note = async (): Promise<void> => {
        revisions.push((await registers.put('a', 1, 1000)).revision);
      };
      await note();
      await note();
      await registers.remove('a');
      await note();
      await pass(1000);
      await note();
      await registers.increment('a', 1, 1000);
      revisions.push((await registers.get('a'))!.revision);
      expect(new Set(revisions).size).toBe(5);
    });

    describe('compareAndSet', () => {
      it('makes a register where none is expected, and no second time', async () => {
        const made = await registers.compareAndSet('a', undefined, 'mine', 1000);
        expect(made).toEqual({ value: 'mine', revision: A_NUMBER });
        expect(await registers.compareAndSet('a', undefined, 'yours', 1000)).toBeUndefined();
        expect(await registers.get('a')).toEqual(made);
      });

      it('writes over the revision that is expected, and over no other', async () => {
        const first = await registers.put('a', 1, 1000);
        const second = await registers.compareAndSet('a', first.revision, 2, 1000);
        expect(second).toEqual({ value: 2, revision: A_NUMBER });
        expect(await registers.compareAndSet('a', first.revision, 3, 1000)).toBeUndefined();
        expect(await registers.get('a')).toEqual(second);
      });

      it('finds none where there never was one or it was removed', async () => {
        const { revision } = await registers.put('a', 1, undefined);
        await registers.remove('a');
        expect(await registers.compareAndSet('a', revision, 2, 1000)).toBeUndefined();
        expect(await registers.get('a')).toBeUndefined();
      });

      it('treats an expired register as none', async () => {
        const { revision } = await registers.put('a', 1, 1000);
        await pass(1000);
        expect(await registers.compareAndSet('a', revision, 2, 1000)).toBeUndefined();
        expect(await registers.compareAndSet('a', undefined, 3, 1000)).toMatchObject({ value: 3 });
      });

      it('refuses the holder of a lease that ran out and was taken by another', async () => {
        const mine = await registers.compareAndSet('lease', undefined, 'mine', 1000);
        await pass(1000);
        const yours = await registers.compareAndSet('lease', undefined, 'yours', 1000);
        expect(await registers.compareAndSet('lease', mine!.revision, 'mine again', 1000)).toBeUndefined();
        expect(await registers.get('lease')).toEqual(yours);
      });

      it('removes what is expected when its time to live is nothing', async () => {
        const first = await registers.put('a', 1, 1000);
        const second = await registers.put('a', 2, 1000);
        expect(await registers.compareAndSet('a', first.revision, 3, 0)).toBeUndefined();
        expect(await registers.get('a')).toEqual(second);
        expect(await registers.compareAndSet('a', second.revision, 3, 0)).toMatchObject({ value: 3 });
        expect(await registers.get('a')).toBeUndefined();
        expect(await registers.compareAndSet('a', undefined, 4, 1000)).toMatchObject({ value: 4 });
      });

      it('lets one of many win', async () => {
        const race = (expected: number | undefined) =>
          Promise.all(Array.from({ length: 20 }, (_, n) => registers.compareAndSet('a', expected, n, 1000)));
        const [made, ...others] = (await race(undefined)).filter((each) => each !== undefined);
        expect(others).toEqual([]);
        const [renewed, ...late] = (await race(made!.revision)).filter((each) => each !== undefined);
        expect(late).toEqual([]);
        expect(await registers.get('a')).toEqual(renewed);
      });
    });

    describe('increment', () => {
      it('counts from 0 and adds what it is told', async () => {
        expect(await registers.increment('a', 2, 1000)).toBe(2);
        expect(await registers.increment('a', -5, 1000)).toBe(-3);
        expect(await registers.increment('b', 0.5, 1000)).toBe(0.5);
        expect(await registers.get('a')).toEqual({ value: -3, revision: A_NUMBER });
      });

      it('loses no addition', async () => {
        const sums = await Promise.all(Array.from({ length: 50 }, () => registers.increment('a', 1, 1000)));
        expect([...sums].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
      });

      it('ends its window at the time set by the first addition', async () => {
        await registers.increment('a', 1, 1000);
        await pass(600);
        expect(await registers.increment('a', 1, 1000)).toBe(2);
        await pass(399);
        expect(await registers.increment('a', 1, 1000)).toBe(3);
        await pass(1);
        expect(await registers.get('a')).toBeUndefined();
        expect(await registers.increment('a', 1, 1000)).toBe(1);
        await pass(999);
        expect(await registers.increment('a', 1, 1000)).toBe(2);
      });

      it('leaves alone what is not a number', async () => {
        await registers.put('a', 'text', 1000);
        await expect(registers.increment('a', 1, 1000)).rejects.toBeInstanceOf(TypeError);
        expect(await registers.get('a')).toMatchObject({ value: 'text' });
      });
    });

    describe('list', () => {
      const keysOf = async (prefix: string, after?: string): Promise<readonly string[]> =>
        (await registers.list(prefix, after)).map(({ key }) => key);

      it('gives those whose key starts with the prefix, in the order of keys', async () => {
        for (const key of ['b', 'a/2', 'a', 'a/\u{10ffff}', 'a/🎉', 'a/10', 'a/\uffee', 'A/1', 'a/\0', 'a0'])
          await registers.put(key, { of: key }, 1000);
        const sorted = ['a/\0', 'a/10', 'a/2', 'a/\uffee', 'a/🎉', 'a/\u{10ffff}'];
        expect(await keysOf('a/')).toEqual(sorted);
        expect(await keysOf('')).toEqual(['A/1', 'a', ...sorted, 'a0', 'b']);
        expect(await keysOf('a/\u{10ffff}')).toEqual(['a/\u{10ffff}']);
        expect(await keysOf('c')).toEqual([]);
        expect(await registers.list('b')).toEqual([{ key: 'b', ...(await registers.get('b'))! }]);
      });

      it.each(['%', '_', '.*', '^', '$', '\\', '\ud7ff', '\u{10ffff}'])(
        'takes %p for nothing but itself',
        async (prefix) => {
          for (const key of [`${prefix}1`, 'other', `a${prefix}`]) await registers.put(key, 1, 1000);
          expect(await keysOf(prefix)).toEqual([`${prefix}1`]);
        },
      );

      it('leaves out what is over or removed', async () => {
        await registers.put('a/short', 1, 1000);
        await registers.put('a/long', 2, 1001);
        await registers.increment('a/sum', 3, 1001);
        await registers.put('a/kept', 4, undefined);
        await registers.put('a/removed', 5, undefined);
        await registers.remove('a/removed');
        await pass(1000);
        expect((await registers.list('a/')).map(({ key, value }) => [key, value])).toEqual([
          ['a/kept', 4],
          ['a/long', 2],
          ['a/sum', 3],
        ]);
      });

      it('gives the first thousand', async () => {
        const keys = Array.from({ length: MOST_LISTED + 5 }, (_, n) => `a/${String(n).padStart(4, '0')}`);
        await Promise.all([...keys].reverse().map((key) => registers.put(key, 1, 1000)));
        expect(await keysOf('a/')).toEqual(keys.slice(0, MOST_LISTED));
        expect(await keysOf('a/', keys[MOST_LISTED - 1])).toEqual(keys.slice(MOST_LISTED));
      });

      it('gives those that come after a key, whether it is there or not', async () => {
        for (const key of ['a', 'a/1', 'a/1\0', 'a/10', 'a/3', 'b']) await registers.put(key, 1, 1000);
        expect(await keysOf('a/', 'a/1')).toEqual(['a/1\0', 'a/10', 'a/3']);
        expect(await keysOf('a/', 'a/2')).toEqual(['a/3']);
        expect(await keysOf('a/', 'a/3')).toEqual([]);
      });
    });

    it('cannot be reached when it is closed', async () => {
      await registers.close();
      await expect(registers.get('a')).rejects.toBeInstanceOf(RegistersUnavailable);
      await expect(registers.put('a', 1, 1)).rejects.toBeInstanceOf(RegistersUnavailable);
      await expect(registers.compareAndSet('a', 1, 1, 1)).rejects.toBeInstanceOf(RegistersUnavailable);
      await expect(registers.increment('a', 1, 1)).rejects.toBeInstanceOf(RegistersUnavailable);
      await expect(registers.remove('a')).rejects.toBeInstanceOf(RegistersUnavailable);
      await expect(registers.list('a')).rejects.toBeInstanceOf(RegistersUnavailable);
    });
  });
};
