import { nextTurn } from '../clock/pause.js';
import { eachOf } from './many.js';

describe('many small commands of one request', () => {
  it('answer in the order given', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => index);
    expect(await eachOf(rows, async (row, index) => [row, index])).toEqual(rows.map((row) => [row, row]));
  });

  it('let others go between them, also when none of them waits for anything', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    await eachOf(Array(1_000).fill('refused'), async (row) => row as string);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(10);
  });
});
