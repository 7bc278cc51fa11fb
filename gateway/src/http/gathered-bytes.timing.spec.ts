import * as fc from 'fast-check';
import { GatheredBytes } from './gathered-bytes.js';

describe('gathered bytes', () => {
  const gathered = (pieces: readonly Uint8Array[]): Buffer => {
    const bytes = new GatheredBytes();
    for (const piece of pieces) bytes.add(Buffer.from(piece));
    return bytes.whole();
  };

  it('are all there and in their order, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6_000 }), { maxLength: 20 }), (pieces) => {
        expect(gathered(pieces).equals(Buffer.concat(pieces))).toBe(true);
      }),
    );
  });

  it('do not change the pieces', () => {
    const first = Buffer.from('first and more').subarray(0, 5);
    gathered([first, Buffer.from('second')]);
    expect(first.buffer.byteLength >= 5 && first.toString()).toBe('first');
  });

  it('S11: take no more memory when they come one by one', () => {
    const bytes = new GatheredBytes();
    const piece = Buffer.from('x');
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1_000_000; count += 1) bytes.add(piece);
    expect(bytes.whole()).toHaveLength(1_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
  });
});
