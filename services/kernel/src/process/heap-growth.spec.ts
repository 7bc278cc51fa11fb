import { growthPercent } from './heap-growth.js';

const MEGABYTE = 1024 * 1024;

describe('how much a heap grows before it is collected', () => {
  it.each([
    [500, 50],
    [100, 50],
    [96, 50],
    [32, 150],
    [4, 1200],
  ])('with %d MB alive by %d percent', (megabytes, percent) => {
    expect(growthPercent(megabytes * MEGABYTE)).toBe(percent);
  });
});
