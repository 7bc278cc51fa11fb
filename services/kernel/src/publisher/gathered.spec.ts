import { setTimeout as pause } from 'node:timers/promises';
import { gathered } from './gathered.js';

/** Gives numbers as fast as they are taken, and notes how many were. */
const numbers = (count: number) => {
  const given = { count: 0 };
  const source = async function* (): AsyncGenerator<number> {
    while (given.count < count) yield (given.count += 1);
  };
  return { given, source: source() };
};
const never = (): boolean => false;

describe('what is gathered', () => {
  it('is everything, in order, each once', async () => {
    const taken: number[] = [];
    for await (const some of gathered(numbers(1000).source, (all) => all.length >= 7)) {
      taken.push(...some);
      if (taken.length % 5 === 0) await pause(0);
    }
    expect(taken).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  it('is what came while the reader was busy, and no more than enough', async () => {
    const { given, source } = numbers(1000);
    const groups = gathered(source, (all) => all.length >= 10);
    expect((await groups.next()).value).toHaveLength(1);
    await pause(5);
    expect(given.count).toBe(11);
    expect((await groups.next()).value).toHaveLength(10);
    await groups.return();
  });

  it('ends with an error of the source, after what came before', async () => {
    const source = async function* (): AsyncGenerator<number> {
      yield 1;
      throw new Error('the source is dry');
    };
    const groups = gathered(source(), never);
    expect((await groups.next()).value).toEqual([1]);
    await expect(groups.next()).rejects.toThrow('the source is dry');
  });

  it('that nobody takes any more is no unhandled failure', async () => {
    const source = async function* (): AsyncGenerator<number> {
      yield 1;
      await pause(1);
      throw new Error('too late');
    };
    const groups = gathered(source(), never);
    await groups.next();
    await groups.return();
    await pause(10);
  });

  it('lets the source go when nobody takes any more', async () => {
    let isLetGo = false;
    const source = async function* (): AsyncGenerator<number> {
      try {
        for (let number = 0; ; number += 1) yield number;
      } finally {
        isLetGo = true;
      }
    };
    const groups = gathered(source(), (all) => all.length >= 3);
    await groups.next();
    await groups.return();
    await pause(1);
    expect(isLetGo).toBe(true);
  });

  it('is nothing from an empty source', async () => {
    expect(await gathered(numbers(0).source, never).next()).toEqual({ done: true, value: undefined });
  });
});
