import { cpuTime } from '@cairn/kernel/testkit';
import { limitsOf } from '../../options/limits.js';
import { parseStrictJson } from './strict-json.js';

/** Of processor time, by code that has just been loaded. Nobody is answered meanwhile. */
const HOLDS_MS = 200;

describe('the largest bodies that are taken', () => {
  const { jsonDepth: depth, jsonValues: values } = limitsOf();
  const list = (count: number, value: string) => `[${Array(count).fill(value).join(',')}]`;
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"key ${index}":1`).join(',')}}`;

  it.each([
    ['empty objects', list(values - 1, '{}')],
    ['lists in lists', list(Math.floor(values / 3), '[1,2]').replace(/,\[1,2\]\]$/, ']')],
    ['keys of one object', keys(values / 2 - 1)],
    ['small objects', list(Math.floor(values / 5) - 1, '{"x":1,"y":2}')],
  ])('S11: %s are read without holding the others up', (_, text) => {
    parseStrictJson('[{"warm":[1,{}]}]', { depth, values });
    const tookMs = cpuTime();
    parseStrictJson(text, { depth, values });
    expect(tookMs()).toBeLessThan(HOLDS_MS);
  });
});
