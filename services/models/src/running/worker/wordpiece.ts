import type { TokenizerConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import type { Encode, Word } from './words.js';

const [START, SEPARATOR] = ['[CLS]', '[SEP]'];
const LONGEST_WORD = 100;

/** WordPiece as BERT has it: `[CLS] text [SEP]`, or `[CLS] text [SEP] context [SEP]`, cut to what the model takes. */
export const openWordPiece = (
  { lowercase, unknown }: TokenizerConfig,
  vocab: readonly string[],
  native: NativeParts,
): Encode => {
  const { Tokenizer } = native.tokenizers();
  const tokenizer = new Tokenizer(definitionOf(lowercase, unknown, vocab), {});
  const idOf = (token: string): number => {
    const id = tokenizer.token_to_id(token) ?? tokenizer.token_to_id(unknown);
    if (id === undefined) throw new UnfitConfig(`\`tokenizer.vocab\` has no ${token}.`);
    return id;
  };
  const [start, separator] = [idOf(START), idOf(SEPARATOR)];
  const pieces = (words: readonly Word[]): { readonly id: number; readonly word: number }[] =>
    words.flatMap(({ text }, word) =>
      tokenizer.tokenize(text, { add_special_tokens: false }).map((token) => ({ id: idOf(token), word })),
    );
  return (words, pair, most) => {
    const second = pair.length === 0 ? [] : pieces(pair);
    const signs = second.length === 0 ? 2 : 3;
    const first = pieces(words).slice(0, Math.max(0, most - signs));
    const rest = second.slice(0, Math.max(0, most - signs - first.length));
    const tail = second.length === 0 ? [] : [...rest.map(({ id }) => id), separator];
    return {
      ids: [start, ...first.map(({ id }) => id), separator, ...tail],
      types: [...Array.from({ length: first.length + 2 }, () => 0), ...tail.map(() => 1)],
      wordOf: [-1, ...first.map(({ word }) => word), -1, ...tail.map(() => -1)],
    };
  };
};

/** As a `tokenizer.json` says it. */
const definitionOf = (lowercase: boolean, unknown: string, vocab: readonly string[]): object => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: unknown,
    continuing_subword_prefix: '##',
    max_input_chars_per_word: LONGEST_WORD,
    vocab: Object.fromEntries(vocab.map((token, id) => [token, id])),
  },
});
