import type { AddedTokens, Section } from './added-tokens.js';
import { alignedText, textOf } from './aligned-text.js';
import type { Normalize } from './normalizers.js';
import type { Token, Tokenize } from './pieces.js';
import type { PreTokenize } from './pre-tokenizers.js';
import { spacesFrom } from './white-space.js';

/** A token of a text, and which word of it it is of. */
export interface PlacedToken extends Token {
  readonly word: number;
}

/** How a text is cut: added tokens, then words of what is normalised, then tokens of words. */
export interface Cutting {
  readonly added: AddedTokens;
  readonly normalize: Normalize;
  readonly preTokenize: PreTokenize;
  readonly tokenize: Tokenize;
}

/** A word begins where a token does that begins with white space, also where nothing cut the text into words. */
const SPACE_BEFORE = /^[\p{White_Space}▁Ġ]/u;

/** The tokens of a text, in their order. */
export const tokensIn = (text: string, cutting: Cutting): readonly PlacedToken[] => {
  const { before, after } = cutting.added;
  const sections = before(alignedText(text)).flatMap((section) =>
    section.added === undefined ? after(cutting.normalize(section.text)) : [section],
  );
  const words = sections.flatMap((section) => wordsIn(section, cutting));
  return words.flatMap((tokens, word) => tokens.map((token) => ({ ...token, word })));
};

/** The tokens of each word of a section. */
const wordsIn = (
  { text, added }: Section,
  { preTokenize, tokenize }: Cutting,
): readonly (readonly Token[])[] => {
  if (added !== undefined)
    return [[{ id: added.id, text: textOf(text), start: text.starts[0] ?? 0, end: text.ends.at(-1) ?? 0 }]];
  return text.characters.length === 0 ? [] : preTokenize(text).flatMap((word) => atSpaces(tokenize(word)));
};

const atSpaces = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const words: Token[][] = [];
  for (const token of tokens) {
    const last = words.at(-1);
    if (last === undefined || SPACE_BEFORE.test(token.text)) words.push([token]);
    else last.push(token);
  }
  return words;
};

/** Byte-level tokens without the white space that they begin or end with, as PyPI's `tokenizers` trims them. */
export const trimmed = (tokens: readonly PlacedToken[], keepsFirst: boolean): readonly PlacedToken[] =>
  tokens.map((token, place) => {
    const signs = token.text.replaceAll('Ġ', ' ');
    const before = spacesFrom(signs, 0, 1);
    const after = signs.length - spacesFrom(signs, signs.length, -1);
    const isAdded = before > 0 && keepsFirst && (place === 0 || token.start === 0);
    const start = Math.min(token.start + before - (isAdded ? 1 : 0), token.end);
    return { ...token, start, end: token.end >= after ? Math.max(token.end - after, start) : token.end };
  });

/** From its first token to its last, without white space at either end. */
export const wordsOf = (
  tokens: readonly PlacedToken[],
  characters: readonly string[],
): readonly (readonly [number, number])[] => {
  const words: [number, number][] = [];
  for (const { word, start, end } of tokens) {
    const [from, to] = words[word] ?? [start, end];
    words[word] = [Math.min(from, start), Math.max(to, end)];
  }
  return words.map(([start, end]) => {
    const from = spacesFrom(characters, start, 1, end);
    return [from, spacesFrom(characters, end, -1, from)];
  });
};
