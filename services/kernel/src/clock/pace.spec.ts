import { SharedPace } from './pace.js';
import { nextTurn } from './pause.js';

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('a pace that several share', () => {
  it('lets what is short go on at once, whenever somebody was here before', async () => {
    const pace = new SharedPace();
    await nextTurn();
    busyFor(20);
    expect(pace.isOver).toBe(false);
    busyFor(6);
    expect(pace.isOver).toBe(true);
  });

  const RECORDS = 30;
  const MS = 2;

  it('lets all of them together hold the process no longer than one, and takes them in turn', async () => {
    const pace = new SharedPace();
    const done: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let record = 0; record < RECORDS; record += 1) {
        await pace.turn();
        busyFor(MS);
        done.push(name);
      }
    };
    let isOver = false;
    const holds: number[] = [];
    const look = (async () => {
      for (let since = performance.now(); !isOver; since = performance.now()) {
        await nextTurn();
        holds.push(performance.now() - since);
      }
    })();
    await Promise.all(['a', 'b', 'c', 'd'].map(work));
    isOver = true;
    await look;
    // A slice is three records; each begins within it.
    expect(holds.filter((ms) => ms > 8 * MS).length).toBeLessThan(holds.length / 10);
    const half = done.slice(0, done.length / 2);
    for (const name of ['a', 'b', 'c', 'd'])
      expect(half.filter((each) => each === name).length).toBeGreaterThan(RECORDS / 4);
  });
});
