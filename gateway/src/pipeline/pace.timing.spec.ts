import { setImmediate as turnOver } from 'node:timers/promises';
import { Pace } from './pace.js';

/** Keeps the event loop as a request does that needs a third of a turn. */
const work = (): void => {
  const ends = performance.now() + 4;
  while (performance.now() < ends);
};

describe('the pace at which requests begin', () => {
  it('lets the event loop turn while many wait, and keeps their order', async () => {
    const pace = new Pace();
    const began: number[] = [];
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await turnOver();
    })();
    const request = async (number: number): Promise<void> => {
      await turnOver();
      await pace.begin();
      began.push(number);
      work();
    };
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    await Promise.all(numbers.map(request));
    isOver = true;
    await counting;
    expect(began).toEqual(numbers);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('lets one that comes later wait behind those that wait', async () => {
    const pace = new Pace();
    const began: string[] = [];
    const request = async (name: string): Promise<void> => {
      await turnOver();
      await pace.begin();
      began.push(name);
      work();
    };
    const first = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(request);
    await turnOver();
    await Promise.all([...first, request('later')]);
    expect(began.at(-1)).toBe('later');
  });

  it('holds nobody up while there is time', async () => {
    const pace = new Pace();
    let turns = 0;
    setImmediate(() => (turns += 1));
    await pace.begin();
    expect(turns).toBe(0);
  });
});
