import { Pace } from './pace.js';
import { nextTurn } from './pause.js';
import { atOnce, inSlices, type Steps } from './steps.js';

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** `told` is what was done, and where it stood when something was thrown into it. */
function* steps(count: number, ms: number, told: string[] = []): Steps<number> {
  try {
    for (let step = 0; step < count; step += 1) {
      busyFor(ms);
      yield;
    }
  } catch (error) {
    told.push(String(error));
    throw error;
  }
  return count;
}

describe('work in steps', () => {
  it('is done at once where it is short, or where it must be', () => {
    expect(inSlices(steps(10, 0))).toBe(10);
    expect(atOnce(steps(10, 2))).toBe(10);
  });

  it('lets others go between its slices where it is long', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    expect(await inSlices(steps(40, 2))).toBe(40);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(5);
  });

  it('is told where it stands that it must stop', async () => {
    const told: string[] = [];
    const check = (): void => {
      throw new Error('stop');
    };
    await expect(inSlices(steps(40, 2, told), new Pace({ check }))).rejects.toThrow('stop');
    expect(told).toEqual(['Error: stop']);
  });
});
