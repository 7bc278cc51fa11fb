import type { TokenizerConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import type { Plan } from './plan.js';
import { inputOf } from './plan.js';
import { type Tensor, fitting, numeric, texts } from './tensors.js';
import { UnfitInput } from './unfit-input.js';
import type { Encode, Encoded, Word } from './words.js';
import { openWordPiece } from './wordpiece.js';

/** Characters; a longer text is refused before it is cut into words. */
const LONGEST_TEXT = 1_000_000;
const DEFAULT_MOST_TOKENS = 512;
const TOKENS: ReadonlySet<string> = new Set(['int64', 'int32', 'string']);

/** What tokens are for a model: `words[i]` is the word that token `i` is of, -1 for none. */
export interface Tokens {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly words: readonly Word[];
  readonly wordOf: readonly number[];
}

/** How a text becomes the inputs of a model, by its config and its inputs. Throws `UnfitConfig` when something is missing. */
export const textReader = (plan: Plan): ((text: string, context?: string) => Tokens) => {
  const { tokenizer } = plan.config;
  const facts = idsOf(plan);
  if (facts.type === 'string') return stringReader(facts, tokenizer);
  if (tokenizer === undefined || tokenizer.type === 'none' || tokenizer.vocab === undefined)
    throw new UnfitConfig(
      `The model takes ids of tokens (${facts.name}): \`tokenizer.type\` and \`tokenizer.vocab\` are missing.`,
    );
  const encode = encoderOf(tokenizer, tokenizer.vocab, plan.native);
  const most = facts.shape.at(-1) ?? plan.config.input.max_length ?? DEFAULT_MOST_TOKENS;
  return (text, context = '') => {
    const words = wordsOf(checked(text), tokenizer.type);
    const encoded = encode(words, wordsOf(checked(context), tokenizer.type), most);
    return { feeds: idFeeds(plan.model.inputs, facts, encoded), words, wordOf: encoded.wordOf };
  };
};

const IDS = /^(?:input_)?(?:ids|tokens)$/;

const idsOf = (plan: Plan): TensorFacts => {
  const named = plan.model.inputs.find(({ name }) => IDS.test(name));
  return plan.config.input.name === undefined && named !== undefined ? named : inputOf(plan, TOKENS);
};

const stringReader = (facts: TensorFacts, tokenizer?: TokenizerConfig): ((text: string) => Tokens) => {
  const rank = facts.shape.length;
  const isWide = rank === 2 && facts.shape[1] !== 1;
  if (tokenizer === undefined && isWide)
    throw new UnfitConfig(
      `\`tokenizer.type\` is missing: the model takes words (${facts.name}), whitespace cuts them.`,
    );
  const splits = isWide && tokenizer?.type === 'whitespace';
  return (text) => {
    const words = wordsOf(checked(text), 'whitespace');
    const list = splits
      ? words.map((word) => (tokenizer.lowercase ? word.text.toLowerCase() : word.text))
      : [text];
    const dims = rank === 2 ? [1, list.length] : [list.length];
    return {
      feeds: { [facts.name]: fitting(texts(dims, list), facts) },
      words,
      wordOf: words.map((_, index) => index),
    };
  };
};

const checked = (text: string): string => {
  if (text.length > LONGEST_TEXT) throw new UnfitInput(`A text has at most ${LONGEST_TEXT} characters.`);
  return text;
};

const SPACE = /\s/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Cut at spaces; as BERT cuts also between letters and digits and each other sign. */
const wordsOf = (text: string, type: TokenizerConfig['type']): readonly Word[] => {
  const signsApart = type === 'wordpiece';
  const words: Word[] = [];
  let word = '';
  let place = 0;
  const end = (): void => {
    if (word !== '') words.push({ text: word, start: place - Array.from(word).length, end: place });
    word = '';
  };
  for (const character of text) {
    const isSign = signsApart && !LETTER.test(character);
    if (isSign || SPACE.test(character)) end();
    if (!SPACE.test(character)) word += character;
    place += 1;
    if (isSign) end();
  }
  end();
  return words;
};

const encoderOf = (tokenizer: TokenizerConfig, vocab: readonly string[], native: NativeParts): Encode => {
  if (tokenizer.type === 'wordpiece') return openWordPiece(tokenizer, vocab, native);
  const ids = new Map(vocab.map((token, id) => [token, id]));
  const unknown = ids.get(tokenizer.unknown);
  return (words, pair, most) => {
    const found = [...words, ...pair].slice(0, most).map(({ text }) => {
      const id = ids.get(tokenizer.lowercase ? text.toLowerCase() : text) ?? unknown;
      if (id === undefined)
        throw new UnfitInput(`The vocabulary has no ${text}, and no ${tokenizer.unknown} for it.`);
      return id;
    });
    const wordOf = found.map((_, index) => (index < words.length ? index : -1));
    return { ids: found, types: found.map((_, index) => (index < words.length ? 0 : 1)), wordOf };
  };
};

const MASK = /mask/;
const TYPES = /type|segment/;
const POSITIONS = /position/;

/** Ids and what goes along with them, as wide as the model wants: what is missing is 0. */
const idFeeds = (
  inputs: readonly TensorFacts[],
  ids: TensorFacts,
  encoded: Encoded,
): Record<string, Tensor> => {
  const width = ids.shape.at(-1) ?? encoded.ids.length;
  const filled = (values: readonly number[]): number[] => [
    ...values,
    ...Array.from({ length: width - values.length }, () => 0),
  ];
  const valuesFor = (facts: TensorFacts): readonly number[] => {
    if (facts.name === ids.name) return encoded.ids;
    if (MASK.test(facts.name)) return encoded.ids.map(() => 1);
    if (TYPES.test(facts.name)) return encoded.types;
    if (POSITIONS.test(facts.name)) return encoded.ids.map((_, index) => index);
    throw new UnfitConfig(
      `What goes into the input ${facts.name} is not known; \`task: raw\` takes all inputs.`,
    );
  };
  return Object.fromEntries(
    inputs.map((facts) => {
      const dims = facts.shape.length === 1 ? [width] : [1, width];
      return [facts.name, fitting(numeric(facts.type, dims, filled(valuesFor(facts))), facts)];
    }),
  );
};
