import fc from 'fast-check';
import type { Json } from '../base/json-value.js';
import { jsonInTurns } from './json-in-turns.js';

const LONG = 'é"\n'.repeat(700_000);
const MANY = Array.from({ length: 300_000 }, (_, n) => n / 3);

describe('JSON that is written in turns', () => {
  it.each<[string, Json]>([
    ['numbers', MANY],
    ['records', MANY.map((n) => ({ n, text: 'x', none: null }))],
    ['fields', Object.fromEntries(MANY.map((n) => [`key ${n}`, [n]]))],
    ['what stands deep', { a: [{ b: [1, LONG, { c: MANY }, 'é'] }, LONG], d: {} }],
    ['a long text', LONG],
    ['keys that are numbers', { b: LONG, 2: MANY, a: [LONG], 1: LONG }],
  ])('is what JSON.stringify makes of %s', async (_, value) => {
    expect((await jsonInTurns(value)) === JSON.stringify(value)).toBe(true);
  });

  it('leaves out what is undefined', async () => {
    const value: Json = { a: undefined, b: LONG, c: [LONG, { d: undefined }] };
    expect((await jsonInTurns(value)) === JSON.stringify(value)).toBe(true);
  });

  it('is what JSON.stringify makes of anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await jsonInTurns([value as Json, LONG])).toBe(JSON.stringify([value, LONG]));
      }),
      { numRuns: 50 },
    );
  });

  it('lets others have their turns', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await jsonInTurns(Array.from({ length: 20 }, () => MANY));
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });
});
