import type { TokenizerConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { TensorFacts, TokenCount } from '../port.js';
import { fitting, numeric, type Tensor, texts } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { encoderOf, wordsOf } from './encoders.js';
import { MASK, POSITIONS, TYPES } from './input-names.js';
import type { Plan } from './plan.js';
import { inputOf } from './plan.js';
import type { Encoded, Encoder, Word } from './words.js';

/** Characters; a longer text is refused before it is cut into tokens. */
const LONGEST_TEXT = 1_000_000;
const DEFAULT_MOST_TOKENS = 512;
const TOKENS: ReadonlySet<string> = new Set(['int64', 'int32', 'string']);

/** What tokens are for a model: `wordOf[i]` is the word that what stands at place `i` is of, -1 for none. */
export interface Tokens {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly words: readonly Word[];
  readonly wordOf: readonly number[];
  /** Where tokens stand, half open; padding stands beside. */
  readonly range: readonly [number, number];
  /** Absent where the model is given words or a text. */
  readonly count?: TokenCount;
}

/** How a text becomes the inputs of a model, by its config and its inputs. Throws `UnfitConfig` when something is missing. */
export const textReader = (plan: Plan): ((text: string, context?: string) => Tokens) => {
  const facts = idsOf(plan);
  if (facts.type === 'string') return stringReader(facts, plan.config.tokenizer);
  const encoder = encoderOf(plan, facts.name);
  const most = facts.shape.at(-1) ?? plan.config.input.max_length ?? encoder.most ?? DEFAULT_MOST_TOKENS;
  return (text, context = '') => {
    const encoded = encoder.encode(checked(text), checked(context), most);
    const { words, wordOf, total, ids } = encoded;
    const width = widthOf(facts, ids.length);
    const from = encoder.padding.side === 'Left' ? width - ids.length : 0;
    const padded = <Value>(values: readonly Value[], pad: Value): readonly Value[] => [
      ...Array.from({ length: from }, () => pad),
      ...values,
      ...Array.from({ length: width - from - values.length }, () => pad),
    ];
    return {
      feeds: idFeeds(plan.model.inputs, facts, { encoded, encoder, padded }),
      words,
      wordOf: padded(wordOf, -1),
      range: [from, from + ids.length],
      count: { total, used: ids.length },
    };
  };
};

/** As wide as the model says, else as there are tokens. */
const widthOf = ({ shape, name }: TensorFacts, tokens: number): number => {
  const width = shape.at(-1) ?? tokens;
  if (tokens > width)
    throw new UnfitConfig(
      `The model takes ${width} tokens (${name}), and its tokenizer puts ${tokens} around every text.`,
    );
  return width;
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
    const words = wordsOf(checked(text));
    const list = splits
      ? words.map((word) => (tokenizer.lowercase ? word.text.toLowerCase() : word.text))
      : [text];
    const dims = rank === 2 ? [1, list.length] : [list.length];
    return {
      feeds: { [facts.name]: fitting(texts(dims, list), facts) },
      words,
      wordOf: words.map((_, index) => index),
      range: [0, list.length],
    };
  };
};

const checked = (text: string): string => {
  if (text.length > LONGEST_TEXT) throw new UnfitInput(`A text has at most ${LONGEST_TEXT} characters.`);
  return text;
};

interface Filling {
  readonly encoded: Encoded;
  readonly encoder: Encoder;
  /** As wide as the model wants it. */
  readonly padded: (values: readonly number[], pad: number) => readonly number[];
}

/** Ids and what goes along with them. */
const idFeeds = (
  inputs: readonly TensorFacts[],
  ids: TensorFacts,
  { encoded, encoder: { padding }, padded }: Filling,
): Record<string, Tensor> => {
  const valuesFor = (facts: TensorFacts): readonly number[] => {
    if (facts.name === ids.name) return padded(encoded.ids, padding.id);
    if (MASK.test(facts.name))
      return padded(
        encoded.ids.map(() => 1),
        0,
      );
    if (TYPES.test(facts.name)) return padded(encoded.types, padding.type);
    if (POSITIONS.test(facts.name)) return padded([...encoded.ids.keys()], 0);
    throw new UnfitConfig(
      `What goes into the input ${facts.name} is not known; \`task: raw\` takes all inputs.`,
    );
  };
  return Object.fromEntries(
    inputs.map((facts) => {
      const values = valuesFor(facts);
      const dims = facts.shape.length === 1 ? [values.length] : [1, values.length];
      return [facts.name, fitting(numeric(facts.type, dims, [...values]), facts)];
    }),
  );
};
