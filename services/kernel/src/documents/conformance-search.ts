import fc from 'fast-check';
import { idsOf, Projector, put } from './conformance-store.js';
import type { Documents } from './port.js';
import { foldWords, wordsQuery } from './words.js';

/** Characters as people see them: capitals, ligatures and marks of their own, halves of UTF-16, forms of one letter. */
const SPACED = {
  Latin: ['a', 'É', 'e\u0301', 'ﬁ', 'ß', 'Ｘ', 'n', '7'],
  Greek: ['Ο', 'δ', 'Σ', 'ς', 'ά'],
  Cyrillic: ['Я', 'ж', 'и\u0306', 'Ё', 'д'],
  Arabic: ['م', 'مُ', 'حَّ', 'ﻻ', 'د'],
  Hangul: ['한', '국', '\u1112\u1161\u11ab', '어', '가'],
};
const UNSPACED = {
  Han: ['今', '天', '气', '很', '好', '𠮷', '葛\u{e0100}', '々'],
  Kana: ['か', 'か\u3099', 'タ', 'ﾀﾞ', 'ー', 'ワ', 'の'],
  Thai: ['น', 'น้', 'กิ', 'ำ', 'ไ', 'ฟ', '๗'],
  Lao: ['ກ', 'ນ້', 'ຳ', 'ໄ'],
  Khmer: ['ក', 'ម្ពុ', 'ជា', 'រ\u200b'],
  Myanmar: ['မ', 'န်', 'မာ', 'ြ'],
};

/** Some characters of one script that stand together, and whether a blank parts them from what is before. */
interface Piece {
  readonly characters: readonly string[];
  readonly isRun: boolean;
  readonly isApart: boolean;
}

const piecesOf = (scripts: Readonly<Record<string, readonly string[]>>, isRun: boolean) =>
  fc
    .constantFrom(...Object.values(scripts))
    .chain((script) => fc.array(fc.constantFrom(...script), { minLength: 1, maxLength: 6 }))
    .chain((characters) => fc.boolean().map((isApart): Piece => ({ characters, isRun, isApart })));
const texts = fc.array(fc.oneof(piecesOf(SPACED, false), piecesOf(UNSPACED, true)), {
  minLength: 1,
  maxLength: 4,
});

/** Words are parted by blanks, and runs from words by nothing where the pieces say so. */
const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ characters, isRun, isApart }, n) => {
      const isGlued = n > 0 && !isApart && isRun !== pieces[n - 1]?.isRun;
      return `${isGlued ? '' : ' '}${characters.join('')}`;
    })
    .join('');

/** The beginnings of a word, all parts of a run. */
const searchesOf = ({ characters, isRun }: Piece): readonly string[] =>
  characters.flatMap((_, from) =>
    isRun || from === 0
      ? characters.slice(from).map((__, length) => characters.slice(from, from + length + 1).join(''))
      : [],
  );

/** Whatever script a text is in, its words find it, and in scripts without blanks every run of its characters. */
export const searchCases = (store: () => Documents): void => {
  const found = async (q: string) =>
    idsOf(
      await store().find('things', {
        filter: { fields: { project: 'p' }, words: { field: 'terms', ...wordsQuery(q) } },
        sort: 'size',
        limit: 9,
      }),
    );
  const stored = (id: string, text: string) =>
    new Projector(store()).apply(put({ id, project: 'p', size: 1, terms: { text: foldWords([text]) } }));

  it('finds each word by its beginning, each run by every part, and a text by all of itself', async () => {
    await stored('other', 'nothing 中文');
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const text = textOf(pieces);
        await stored('text', text);
        const searches = new Set([text, ...pieces.flatMap(searchesOf)]);
        for (const q of searches) expect([q, await found(q)]).toEqual([q, expect.arrayContaining(['text'])]);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
  it.each([
    ['a character that is not there', '天坏'],
    ['neighbours the other way round', '气天'],
    ['a part of a word', 'pt'],
  ])('does not find by %s', async (_, q) => {
    await stored('text', 'GPT今天天气很好');
    expect(await found(q)).toEqual([]);
    expect(await found('gpt今天')).toEqual(['text']);
  });
};
