import type { Json } from '@cairn/kernel';
import { keepingMinusZero } from './minus-zero.js';

describe('named tensors on their way to a worker, and into an event', () => {
  it('keep -0, which JSON.stringify writes as 0', () => {
    const tensors: Json = { x: [[-0, 0, 1]], y: { shape: [1], data: [-0] } };
    expect(JSON.parse(JSON.stringify(keepingMinusZero(tensors)))).toEqual({
      x: [['-0', 0, 1]],
      y: { shape: [1], data: ['-0'] },
    });
  });

  it('are the same where there is none', () => {
    const tensors: Json = { x: [[0, 'a', null, true]] };
    expect(keepingMinusZero(tensors)).toBe(tensors);
  });
});
