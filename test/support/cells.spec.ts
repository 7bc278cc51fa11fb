import { setImmediate } from 'node:timers/promises';
import { deal, everyCell } from './cells.js';

describe('a test of many cells', () => {
  const nameOf = (number: number): string => `number ${number}`;
  const told = async (...asked: Parameters<typeof everyCell<number>>): Promise<string> => {
    try {
      await everyCell(...asked);
    } catch (thrown) {
      return (thrown as Error).message;
    }
    throw new Error('no cell failed');
  };

  it('is over when every cell was checked', async () => {
    const seen: (readonly [number, number])[] = [];
    await everyCell([3, 4, 5], nameOf, (number, turn) => seen.push([number, turn]));
    expect(seen).toEqual([
      [3, 0],
      [4, 1],
      [5, 2],
    ]);
  });

  it('names every cell that failed, each with its message, in their order', async () => {
    const check = async (number: number): Promise<void> => {
      for (let turn = number; turn < 5; turn += 1) await setImmediate();
      expect([number, number % 2]).toEqual([number, 0]);
    };
    for (const atOnce of [1, 3, 50]) {
      const message = await told([1, 2, 3, 4], nameOf, check, { atOnce });
      expect(message).toMatch(/^2 of 4 cells failed\n\nnumber 1 \(cells\.spec\.ts:\d+\)\n {4}expect\(/);
      expect(message).toMatch(/\n\nnumber 3 \(cells\.spec\.ts:\d+\)\n {4}expect\(/);
      expect(message).not.toMatch(/number [24]/);
      expect(message).toContain('+   1,');
    }
  });

  it('fails without cells', async () => {
    expect(await told([], nameOf, () => undefined)).toBe('there are no cells');
  });

  it('tells messages without colours, and not all of a long one', async () => {
    const coloured = (): never => {
      throw new Error(`\u001b[31mred\u001b[39m\n\n${'x'.repeat(500)}${'\nmore'.repeat(50)}\nthe end`);
    };
    const message = await told([1], nameOf, coloured);
    expect(message).toContain(`\n    red\n    ${'x'.repeat(200)}…\n    more\n`);
    expect(message).toMatch(/\n {4}…$/);
  });

  it('tells why a request failed, and what was thrown that is no error', async () => {
    const failing = (): never => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    };
    expect(await told([1], nameOf, failing)).toMatch(/ {4}fetch failed\n {4}connect ECONNREFUSED$/);
    expect(await told([1], nameOf, () => Promise.reject(JSON.parse('"a text"') as Error))).toMatch(
      / {4}a text$/,
    );
  });

  it('names a cell that does not end, and goes on to the next', async () => {
    const endless = async (number: number): Promise<void> => {
      if (number === 1) await new Promise(() => undefined);
      throw new Error('was asked');
    };
    expect(await told([1, 2], nameOf, endless, { seconds: 0.02 })).toMatch(
      /^2 of 2 cells failed\n\nnumber 1\n {4}took longer than 0.02 s\n\nnumber 2 \(.*\)\n {4}was asked$/,
    );
  });

  it('has no more cells at once than it may', async () => {
    let [now, most] = [0, 0];
    const counted = async (): Promise<void> => {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
    };
    await everyCell([1, 2, 3, 4, 5, 6, 7], nameOf, counted, { atOnce: 3 });
    expect(most).toBe(3);
    most = 0;
    await everyCell([1, 2, 3], nameOf, counted);
    expect(most).toBe(1);
  });

  it('has one at a time of those that may not be together, also after one that failed', async () => {
    const now = new Set<number>();
    const together: string[] = [];
    const check = async (number: number): Promise<void> => {
      now.add(number);
      together.push([...now].join(' '));
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      now.delete(number);
      if (number === 2) throw new Error('failed');
    };
    const oneByOne = (number: number): boolean => number % 2 === 0;
    const message = await told([1, 2, 3, 4, 5, 6], nameOf, check, { atOnce: 6, oneByOne });
    expect(message).toMatch(/^1 of 6 cells failed\n\nnumber 2 /);
    expect(together).toHaveLength(6);
    expect(together.filter((numbers) => /[246].*[246]/.test(numbers))).toEqual([]);
    expect(together.some((numbers) => numbers.split(' ').length > 2)).toBe(true);
  });
});

describe('dealing out', () => {
  const dealt = (all: readonly string[], among: number, least?: number): readonly string[] => {
    const shareOf = deal(all, among, least);
    return Array.from({ length: among }, (_, turn) => shareOf(turn).join(''));
  };

  it('leaves nothing out', () => {
    expect(dealt(['a', 'b', 'c', 'd', 'e'], 2)).toEqual(['abc', 'dea']);
    expect(dealt(['a', 'b', 'c', 'd', 'e'], 1)).toEqual(['abcde']);
  });

  it('gives each at least what is said, and goes round', () => {
    expect(dealt(['a', 'b', 'c'], 4)).toEqual(['a', 'b', 'c', 'a']);
    expect(dealt(['a', 'b', 'c'], 4, 2)).toEqual(['ab', 'ca', 'bc', 'ab']);
    expect(dealt(['a', 'b'], 2, 5)).toEqual(['ab', 'ab']);
  });
});
