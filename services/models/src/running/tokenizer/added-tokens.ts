import type { ConfigReader } from '../config/config-reader.js';
import { type AlignedText, characterPlaces, slice, textOf } from './aligned-text.js';
import { spacesFrom } from './white-space.js';
import { type Normalize, normalizedText } from './normalizers.js';
import { literal } from './patterns.js';

interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly isWord: boolean;
  readonly stripsLeft: boolean;
  readonly stripsRight: boolean;
  readonly isNormalized: boolean;
}

/** A part of a text: a token of its own, or what is still to be cut. */
export interface Section {
  readonly text: AlignedText;
  readonly added?: { readonly id: number };
}

export interface AddedTokens {
  readonly ids: ReadonlyMap<string, number>;
  /** Tokens that are looked for in the text as it came. */
  readonly before: (text: AlignedText) => readonly Section[];
  /** Tokens that are looked for in the normalised text. */
  readonly after: (text: AlignedText) => readonly Section[];
}

const MOST_ID = 2 ** 31;

const tokenOf = (definition: ConfigReader): AddedToken => {
  const special = definition.flag('special') ?? false;
  return {
    id: definition.whole('id', 0, MOST_ID) ?? 0,
    content: definition.text('content') ?? '',
    isWord: definition.flag('single_word') ?? false,
    stripsLeft: definition.flag('lstrip') ?? false,
    stripsRight: definition.flag('rstrip') ?? false,
    isNormalized: definition.flag('normalized') ?? !special,
  };
};

/** The tokens that a `tokenizer.json` adds to its model: they are found in a text before anything else is done to it. */
export const addedTokensOf = (definitions: readonly ConfigReader[], normalize: Normalize): AddedTokens => {
  const tokens = definitions.map(tokenOf).filter(({ content }) => content !== '');
  const before = new Map<string, AddedToken>();
  const after = new Map<string, AddedToken>();
  for (const token of tokens) {
    if (token.isNormalized) after.set(normalizedText(normalize, token.content), token);
    else before.set(token.content, token);
  }
  after.delete('');
  return {
    ids: new Map(tokens.map(({ content, id }) => [content, id])),
    before: finder(before),
    after: finder(after),
  };
};

const IN_WORD = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]/u;

/** The first that stands in a text, and of those the longest. */
const finder = (tokens: ReadonlyMap<string, AddedToken>): ((text: AlignedText) => readonly Section[]) => {
  if (tokens.size === 0) return (text) => [{ text }];
  const longestFirst = [...tokens.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(literal).join('|'), 'gu');
  return (text) => {
    const whole = textOf(text);
    const place = characterPlaces(text.characters);
    const sections: Section[] = [];
    let from = 0;
    for (const { index, 0: found } of whole.matchAll(pattern)) {
      const token = tokens.get(found);
      const range = token && rangeIn(whole, token, index, index + found.length);
      if (token === undefined || range === undefined) continue;
      const [start, end] = [Math.max(from, range[0]), range[1]];
      if (from < start) sections.push({ text: slice(text, place(from), place(start)) });
      sections.push({
        text: slice(text, place(start), place(end)),
        added: { id: token.id },
      });
      from = end;
    }
    if (from < whole.length) sections.push({ text: slice(text, place(from), place(whole.length)) });
    return sections;
  };
};

/** With the white space that the token takes along; `undefined` where it has to be a word and is none. */
const rangeIn = (
  text: string,
  token: AddedToken,
  start: number,
  end: number,
): readonly [number, number] | undefined => {
  const [before, after] = [
    Array.from(text.slice(Math.max(0, start - 2), start)).at(-1),
    text.slice(end, end + 2),
  ];
  if (token.isWord && (IN_WORD.test(before ?? '') || IN_WORD.test(after))) return undefined;
  return [
    token.stripsLeft ? spacesFrom(text, start, -1) : start,
    token.stripsRight ? spacesFrom(text, end, 1) : end,
  ];
};
