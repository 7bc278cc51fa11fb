import { type AlignedText, rangeOf } from './aligned-text.js';

/** A token, and where it stands in the text: code points, half open. */
export interface Token {
  readonly id: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Cuts a word into tokens. */
export type Tokenize = (word: AlignedText) => readonly Token[];

/** A part of a word: what it is called in the vocabulary, and how many characters it has. */
export interface Piece {
  readonly text: string;
  readonly length: number;
}

/** Pieces, one behind the other, at their places. */
export const placedIn = function* (word: AlignedText, pieces: Iterable<Piece>) {
  let from = 0;
  for (const { text, length } of pieces) {
    const [start, end] = rangeOf(word, from, from + length);
    from += length;
    yield { text, start, end };
  }
};

export const lengthOf = (text: string): number => Array.from(text).length;

/** What a piece becomes that is not in the vocabulary: a token for each of its bytes, where it has them all. */
const bytesOf = (ids: ReadonlyMap<string, number>, text: string): readonly string[] | undefined => {
  const tokens = Array.from(
    Buffer.from(text),
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  return tokens.every((token) => ids.has(token)) ? tokens : undefined;
};

export interface Vocabulary {
  readonly ids: ReadonlyMap<string, number>;
  /** What stands for a piece that is not in it; absent: nothing does. */
  readonly unknown?: { readonly id: number; readonly text: string };
  /** Several unknown pieces, one after the other, are one token. */
  readonly isFused: boolean;
  /** An unknown piece becomes its bytes, where there is a token for each. */
  readonly hasBytes: boolean;
}

/** Tokens of pieces that cover the word. What is not in the vocabulary becomes bytes, the unknown token, or nothing. */
export const tokensOf = (
  word: AlignedText,
  pieces: Iterable<Piece>,
  vocabulary: Vocabulary,
): readonly Token[] => {
  const tokens: Token[] = [];
  let isAfterUnknown = false;
  for (const { text, start, end } of placedIn(word, pieces)) {
    const known = knownTexts(text, vocabulary);
    const last = isAfterUnknown && vocabulary.isFused ? tokens.at(-1) : undefined;
    if (known !== undefined) tokens.push(...known.map((token) => ({ ...token, start, end })));
    else if (last !== undefined) tokens[tokens.length - 1] = { ...last, end };
    else if (vocabulary.unknown !== undefined) tokens.push({ ...vocabulary.unknown, start, end });
    isAfterUnknown = known === undefined;
  }
  return tokens;
};

const knownTexts = (
  text: string,
  { ids, hasBytes }: Vocabulary,
): readonly Pick<Token, 'id' | 'text'>[] | undefined => {
  const id = ids.get(text);
  if (id !== undefined) return [{ id, text }];
  const bytes = hasBytes ? bytesOf(ids, text) : undefined;
  return bytes?.map((byte) => ({ id: ids.get(byte) ?? 0, text: byte }));
};
