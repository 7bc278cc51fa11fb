import { isLonger } from './is-longer.js';

describe('a text is longer than so many code points', () => {
  it.each([
    ['', 0, false],
    ['aaa', 3, false],
    ['aaaa', 3, true],
    ['🐧🐧🐧', 3, false],
    ['🐧🐧🐧🐧', 3, true],
    ['🐧🐧🐧a', 3, true],
    ['a'.repeat(1_000_000), 3, true],
  ])('%j, %d', (text, most, longer) => {
    expect(isLonger(text, most)).toBe(longer);
  });
});
