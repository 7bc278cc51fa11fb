import { FreshAnswer } from './fresh-answer.js';

describe('a fresh answer', () => {
  let asked: ((answer: number | Error) => void)[];
  let answer: FreshAnswer<number>;
  beforeEach(() => {
    asked = [];
    answer = new FreshAnswer(
      () =>
        new Promise((resolve, reject) => {
          asked.push((told) => (told instanceof Error ? reject(told) : resolve(told)));
        }),
    );
  });

  it('is asked for again by who comes while it is asked for, once for all of them', async () => {
    const first = answer.get();
    const others = [answer.get(), answer.get(), answer.get()];
    expect(asked).toHaveLength(1);
    asked[0]?.(1);
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(asked).toHaveLength(2);
    asked[1]?.(2);
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    expect(answer.isIdle).toBe(true);
  });

  it('that fails is told to all who wait', async () => {
    const [first, second] = [answer.get(), answer.get()];
    asked[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(second).rejects.toThrow('away');
    expect(asked).toHaveLength(1);
  });

  it('is idle after a failure, and asks when it is wanted', async () => {
    const first = answer.get();
    asked[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    expect(answer.isIdle).toBe(true);
    const second = answer.get();
    asked[1]?.(2);
    expect(await second).toBe(2);
  });
});
