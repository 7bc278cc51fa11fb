import { ADA, idOf, largeCanvas } from '../../testing/canvas.js';
import { MOST_NODES } from './bounds.js';
import { updateNode } from './nodes.js';
import { problemsAfter } from './problems.js';

/** The best of several: the machine does other things too. */
const fastestMs = (act: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 9 }, () => {
      const began = performance.now();
      act();
      return performance.now() - began;
    }),
  );

describe('a canvas of 10,000 nodes and 20,000 edges', () => {
  const large = largeCanvas(MOST_NODES);

  it('is looked at in tens of milliseconds, whatever is changed of it', () => {
    expect(fastestMs(() => problemsAfter(large, large))).toBeLessThan(100);
    const move = () => updateNode(large, idOf('node 5000'), { position: { x: 1, y: 1 } }, ADA);
    expect(fastestMs(move)).toBeLessThan(150);
  });
  it('takes a time that grows no faster than it', () => {
    const small = largeCanvas(MOST_NODES / 10);
    const ratio = fastestMs(() => problemsAfter(large, large)) / fastestMs(() => problemsAfter(small, small));
    expect(ratio).toBeLessThan(40);
  });
});
