import { randomUUID } from 'node:crypto';
import type { Json } from '../eventlog/port.js';
import { settledHeap } from '../testkit/heap.js';
import { heapBytes } from './heap-size.js';

const COPIES = 4_000;

describe('what data take in the heap', () => {
  /** Data of each shape differ, as those of a log do: what is equal V8 keeps once. */
  const shapes: readonly (readonly [string, (n: number) => Json])[] = [
    [
      'few fields',
      (n) => ({ name: `Sea birds ${n}`, description: `From the cliff camera ${n}`, deleted: false }),
    ],
    [
      'objects by id',
      (n) =>
        Object.fromEntries(
          Array.from({ length: 20 }, (_, label) => [randomUUID(), { name: `label ${n} ${label}`, count: n }]),
        ),
    ],
    ['a long text', (n) => ({ text: `${n} a line of text as people write them`.repeat(40) })],
    ['coordinates', (n) => ({ points: Array.from({ length: 50 }, (_, at) => [n + 0.25, at + 0.5]) })],
    ['words', (n) => ({ words: Array.from({ length: 30 }, (_, word) => `some word ${n} ${word}`) })],
  ];

  it.each(shapes)('is told within a factor of two: %s', async (_, dataOf) => {
    const texts = Array.from({ length: COPIES }, (__, n) => JSON.stringify(dataOf(n)));
    const before = await settledHeap();
    const copies = texts.map((text) => JSON.parse(text) as Json);
    const real = (await settledHeap()) - before;
    const told = copies.reduce<number>((sum, copy) => sum + heapBytes(copy), 0);
    expect(told / real).toBeGreaterThan(0.5);
    expect(told / real).toBeLessThan(2);
  });
});
