/** A process that a spec starts, for a heap of its own: tells its parent by shape what `heapBytes` says ÷ what data take. */
import { randomUUID } from 'node:crypto';
import { heapBytes } from '../domain/heap-size.js';
import type { Json } from '../base/json-value.js';
import { settledHeap } from './heap.js';

const COPIES = 4_000;

/** Data of each shape differ, as those of a log do: what is equal V8 keeps once. */
const shapes: Readonly<Record<string, (n: number) => Json>> = {
  'few fields': (n) => ({
    name: `Sea birds ${n}`,
    description: `From the cliff camera ${n}`,
    deleted: false,
  }),
  'objects by id': (n) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, label) => [randomUUID(), { name: `label ${n} ${label}`, count: n }]),
    ),
  'a long text': (n) => ({ text: `${n} a line of text as people write them`.repeat(40) }),
  coordinates: (n) => ({ points: Array.from({ length: 50 }, (_, at) => [n + 0.25, at + 0.5]) }),
  words: (n) => ({ words: Array.from({ length: 30 }, (_, word) => `some word ${n} ${word}`) }),
};

const ratioOf = async (dataOf: (n: number) => Json): Promise<number> => {
  const texts = Array.from({ length: COPIES }, (__, n) => JSON.stringify(dataOf(n)));
  const before = await settledHeap();
  const copies = texts.map((text) => JSON.parse(text) as Json);
  const real = (await settledHeap()) - before;
  return copies.reduce<number>((sum, copy) => sum + heapBytes(copy), 0) / real;
};

const main = async (): Promise<void> => {
  for (const [shape, dataOf] of Object.entries(shapes)) process.send?.([shape, await ratioOf(dataOf)]);
  process.disconnect();
};

void main();
