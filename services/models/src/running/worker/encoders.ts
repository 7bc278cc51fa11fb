import type { TokenizerConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import { type Tokenizer, openTokenizer } from '../tokenizer/tokenizer.js';
import { UnfitInput } from '../unfit-input.js';
import type { Plan } from './plan.js';
import { wordPieceDefinition } from './wordpiece.js';
import type { Encoded, Encoder, Word } from './words.js';

/** What makes the ids of tokens: the version's `tokenizer.json`, else what its config says. Throws `UnfitConfig`. */
export const encoderOf = ({ config, native, tokenizer: ofVersion }: Plan, input: string): Encoder => {
  if (ofVersion !== undefined) return encoder(ofVersion);
  const { tokenizer } = config;
  if (tokenizer === undefined || tokenizer.type === 'none' || tokenizer.vocab === undefined)
    throw new UnfitConfig(
      `The model takes ids of tokens (${input}): send its \`tokenizer.json\`, or say \`tokenizer.type\` and \`tokenizer.vocab\`.`,
    );
  return tokenizer.type === 'wordpiece'
    ? encoder(openTokenizer(wordPieceDefinition(tokenizer, tokenizer.vocab), native))
    : wholeWords(tokenizer, tokenizer.vocab);
};

/** Characters that are made tokens of within the time that a run has; a model takes a small part of as many. */
const LONGEST_TEXT = 100_000;

/** A context that is empty is none. */
const encoder = ({ padding, most, encode }: Tokenizer): Encoder => ({
  padding,
  ...(most === undefined ? {} : { most }),
  encode: (text, context, limit): Encoded => {
    if (text.length + context.length > LONGEST_TEXT)
      throw new UnfitInput(`A text that becomes tokens has at most ${LONGEST_TEXT} characters.`);
    const { tokens, total, words } = encode(text, context === '' ? undefined : context, limit);
    return {
      ids: tokens.map(({ id }) => id),
      types: tokens.map(({ type }) => type),
      wordOf: tokens.map(({ placed }) => wordOf(words, placed?.word)),
      words: words.map(([start, end]) => ({ start, end })),
      total,
    };
  },
});

/** White space alone is no word. */
const wordOf = (words: readonly (readonly [number, number])[], word = -1): number => {
  const [start = 0, end = 0] = words[word] ?? [];
  return start < end ? word : -1;
};

const SPACE = /\s/u;

export interface SpelledWord extends Word {
  readonly text: string;
}

/** What stands between white space. */
export const wordsOf = (text: string): readonly SpelledWord[] => {
  const words: SpelledWord[] = [];
  let word = '';
  let place = 0;
  const end = (): void => {
    if (word !== '') words.push({ text: word, start: place - Array.from(word).length, end: place });
    word = '';
  };
  for (const character of text) {
    if (SPACE.test(character)) end();
    else word += character;
    place += 1;
  }
  end();
  return words;
};

/** A token is a word, as it stands in the vocabulary. */
const wholeWords = ({ lowercase, unknown }: TokenizerConfig, vocab: readonly string[]): Encoder => {
  const ids = new Map(vocab.map((token, id) => [token, id]));
  const unknownId = ids.get(unknown);
  const idOf = ({ text }: SpelledWord): number => {
    const id = ids.get(lowercase ? text.toLowerCase() : text) ?? unknownId;
    if (id === undefined) throw new UnfitInput(`The vocabulary has no ${text}, and no ${unknown} for it.`);
    return id;
  };
  return {
    padding: { id: 0, type: 0, side: 'Right' },
    encode: (text, context, most) => {
      const words = wordsOf(text);
      const all = [...words, ...wordsOf(context)];
      const found = all.slice(0, most).map(idOf);
      return {
        ids: found,
        types: found.map((_, place) => (place < words.length ? 0 : 1)),
        wordOf: found.map((_, place) => (place < words.length ? place : -1)),
        words,
        total: all.length,
      };
    },
  };
};
