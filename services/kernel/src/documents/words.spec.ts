import { findsNothing, foldWords, isShortSearch, wordsQuery } from './words.js';

describe('folding words', () => {
  it.each([
    ['Red FOX, red-hot!', ['red', 'fox', 'hot']],
    ['cat_01.PNG', ['cat', '01', 'png']],
    ['ﬁne Ｆｕｌｌ', ['fine', 'full']],
    ['e\u0301cole É', ['école', 'é']],
    ['हिन्दी 한국어 straße', ['हिन्दी', '한국어', 'straße']],
    ['ΟΔΟΣ', ['οδοσ']],
    ['中文 天', ['中文', '文', '天', '中']],
    ['GPT4模型、2024年', ['gpt4', '模型', '型', '2024', '年', '模']],
    ['タワー', ['タワ', 'ワー', 'ー', 'タ', 'ワ']],
    ['ﾀﾞか\u3099', ['ダが', 'が', 'ダ']],
    ['𠮷野', ['𠮷野', '野', '𠮷']],
    ['葛\u{e0100}城\u200b市', ['葛城', '城市', '市', '葛', '城']],
    ['กินxกิ', ['กิ', 'ิน', 'น', 'x', 'ิ', 'ก']],
    [' \u0301…', []],
  ])('%j', (text, expected) => {
    expect(foldWords([text])).toEqual(expected);
  });
  it('keeps the first distinct words over all texts', () => {
    expect(foldWords(['a b a', 'B c d'])).toEqual(['a', 'b', 'c', 'd']);
    const many = Array.from({ length: 2_001 }, (_, n) => `w${n}`);
    expect(foldWords([many.slice(0, 1_500).join(' '), many.join(' ')])).toEqual(many.slice(0, -1));
  });
  it('keeps as many pairs of neighbours, and their characters beside them', () => {
    const han = (n: number): string => String.fromCodePoint(0x4e00 + n);
    const text = Array.from({ length: 3_000 }, (_, n) => han(n)).join('');
    const words = foldWords([text]);
    expect(words).toHaveLength(4_000);
    expect(words).toContain(han(1_999) + han(2_000));
    expect(words).toContain(han(1_999));
    expect(words).not.toContain(han(2_000));
    expect(foldWords([han(0).repeat(5_000) + han(1)])).toHaveLength(4);
  });
  it('keeps the beginning of endless words, whole characters of it', () => {
    expect(foldWords(['𝛼'.repeat(3) + '𐐷'.repeat(100)])).toEqual(['α'.repeat(3) + '𐐷'.repeat(61)]);
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
    ['天', { all: ['天'], prefix: undefined }],
    ['今天天气', { all: ['今天', '天天', '天气'], prefix: undefined }],
    ['red 天气 fo', { all: ['red', '天气'], prefix: 'fo' }],
    ['東京2', { all: ['東京'], prefix: '2' }],
    ['gpt模', { all: ['gpt', '模'], prefix: undefined }],
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
    ['中', false],
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
    ['第3', false],
    ['ก', false],
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
