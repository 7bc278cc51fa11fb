import type { TokenizerConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';

const LONGEST_WORD = 100;
const SPECIAL = ['[PAD]', '[CLS]', '[SEP]', '[MASK]'];

/** BERT's tokenizer with a vocabulary, as a `tokenizer.json` says it. */
export const wordPieceDefinition = (
  { lowercase, unknown }: TokenizerConfig,
  tokens: readonly string[],
): Readonly<Record<string, unknown>> => {
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const idOf = (token: string): number => {
    const id = vocab[token] ?? vocab[unknown];
    if (id === undefined) throw new UnfitConfig(`\`tokenizer.vocab\` has no ${token}.`);
    return id;
  };
  const special = [unknown, ...SPECIAL].filter((token) => vocab[token] !== undefined);
  return {
    added_tokens: special.map((content) => ({ id: idOf(content), content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'BertProcessing',
      cls: ['[CLS]', idOf('[CLS]')],
      sep: ['[SEP]', idOf('[SEP]')],
    },
    model: {
      ...{ type: 'WordPiece', vocab, unk_token: unknown },
      continuing_subword_prefix: '##',
      max_input_chars_per_word: LONGEST_WORD,
    },
  };
};
