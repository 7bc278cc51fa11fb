import { findsNothing, foldWords, isShortSearch, wordsQuery } from './words.js';

describe('folding words', () => {
  it.each([
    ['Red FOX, red-hot!', ['red', 'fox', 'hot']],
    ['cat_01.PNG', ['cat', '01', 'png']],
    ['ﬁne Ｆｕｌｌ', ['fine', 'full']],
    ['e\u0301cole É', ['école', 'é']],
    ['हिन्दी 中文 straße', ['हिन्दी', '中文', 'straße']],
    [' \u0301…', []],
  ])('%j', (text, expected) => {
    expect(foldWords([text])).toEqual(expected);
  });
  it('keeps the first distinct words over all texts', () => {
    expect(foldWords(['a b a', 'B c d'], 3)).toEqual(['a', 'b', 'c']);
    expect(foldWords([Array.from({ length: 300 }, (_, n) => `w${n}`).join(' ')])).toHaveLength(200);
  });
  it('keeps the beginning of endless words, whole characters of it', () => {
    expect(foldWords(['𝛼'.repeat(3) + '𠀀'.repeat(100)])).toEqual(['α'.repeat(3) + '𠀀'.repeat(61)]);
    expect(wordsQuery('x'.repeat(90)).prefix).toBe('x'.repeat(64));
  });
});

describe('what q asks for', () => {
  it.each([
    ['Red Fox', { all: ['red'], prefix: 'fox' }],
    ['fox', { all: [], prefix: 'fox' }],
    ['a a b', { all: ['a'], prefix: 'b' }],
    ['  ?! ', { all: [], prefix: undefined }],
    ['cat_01.png', { all: ['cat', '01'], prefix: 'png' }],
  ])('%j', (q, expected) => {
    expect(wordsQuery(q)).toEqual(expected);
  });

  it.each([
    ['***', true],
    [' \u0301', true],
    ['\u2026', true],
    ['', false],
    [' \t\u3000', false],
    ['* a', false],
    ['\u2122', false],
    [undefined, false],
  ])('%j finds nothing: %s', (q, expected) => {
    expect(findsNothing(q)).toBe(expected);
  });

  it.each([
    ['t', true],
    ['red f', true],
    ['7', true],
    ['e\u0301', true],
    ['cat_1', true],
    ['  T!', true],
    ['Я', true],
    ['th', false],
    ['a fox', false],
    ['中', false],
    ['red 中', false],
    ['ひ', false],
    ['カ', false],
    ['한', false],
    ['हि', false],
    ['', false],
    ['***', false],
  ])('%j is too short: %s', (q, expected) => {
    expect(isShortSearch(q)).toBe(expected);
  });
});
