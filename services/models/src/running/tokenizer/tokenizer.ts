import { ConfigReader, UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import { addedTokensOf } from './added-tokens.js';
import type { Fields } from './model-fields.js';
import { subwordsOf } from './models.js';
import { normalizerOf } from './normalizers.js';
import { type Cutting, type PlacedToken, tokensIn, trimmed, wordsOf } from './placed-tokens.js';
import { type PostProcessing, postProcessingOf, type TemplatePart } from './post-processing.js';
import { preTokenizerOf } from './pre-tokenizers.js';
import { kept, lengthsWithin, type Truncation, truncationOf } from './truncation.js';

/** A token as the model is given it; `placed` where it is of the first text. */
interface EncodedToken {
  readonly id: number;
  readonly type: number;
  readonly text: string;
  readonly placed?: PlacedToken;
}

export interface Encoded {
  readonly tokens: readonly EncodedToken[];
  /** Tokens that the whole text has. */
  readonly total: number;
  /** Of the first text, by number: code points, half open. */
  readonly words: readonly (readonly [number, number])[];
}

/** What stands where a model is wider than its tokens. */
export interface Padding {
  readonly id: number;
  readonly type: number;
  readonly side: 'Left' | 'Right';
}

export interface Tokenizer {
  /** Tokens of its model. */
  readonly vocabulary: number;
  readonly padding: Padding;
  /** Tokens at most, as the file says it. */
  readonly most?: number;
  /** The tokens of a text, or of two, `most` of them at most. Throws `UnfitInput`. */
  readonly encode: (text: string, context: string | undefined, most: number) => Encoded;
}

/** Opens what a `tokenizer.json` says. Throws `UnfitConfig` with what is wrong, or not known here. */
export const openTokenizer = (definition: Fields, native: NativeParts): Tokenizer => {
  const file = new ConfigReader(definition, '');
  const library = native.tokenizers();
  const subwords = subwordsOf(definition['model'], library);
  const normalize = normalizerOf(file.within('normalizer'), library);
  const preTokenize = preTokenizerOf(file.within('pre_tokenizer'), library);
  const post = postProcessingOf(file.within('post_processor'));
  const added = addedTokensOf(file.readers('added_tokens'), normalize);
  const truncation = truncationOf(file.within('truncation'));

  const cutting = { added, normalize, preTokenize, tokenize: subwords.tokenize };

  return {
    vocabulary: subwords.size,
    padding: paddingOf(file.within('padding'), (token) => added.ids.get(token) ?? subwords.idOf(token)),
    ...(truncation.most === undefined ? {} : { most: truncation.most }),
    encode: encoding(cutting, post, truncation),
  };
};

const encoding =
  (
    cutting: Cutting,
    { single, pair, trims }: PostProcessing,
    { strategy, side }: Truncation,
  ): Tokenizer['encode'] =>
  (text, context, most) => {
    const first = tokensIn(text, cutting);
    const second = context === undefined ? [] : tokensIn(context, cutting);
    const parts = context === undefined ? single : pair;
    const specials = parts.filter(({ of }) => of === 'special').length;
    const room = Math.max(0, most - specials);
    const lengths = [first.length, second.length] as const;
    const [one, two] = lengthsWithin(lengths, context !== undefined, room, strategy);
    const stay = kept(first, one, side);
    return {
      tokens: joined(
        parts,
        trims === undefined ? stay : trimmed(stay, trims.keepsFirst),
        kept(second, two, side),
      ),
      total: first.length + second.length + specials,
      words: wordsOf(first, Array.from(text)),
    };
  };

const joined = (
  parts: readonly TemplatePart[],
  first: readonly PlacedToken[],
  second: readonly PlacedToken[],
): readonly EncodedToken[] =>
  parts.flatMap((part): readonly EncodedToken[] => {
    const { type } = part;
    if (part.of === 'special') return [{ id: part.id, text: part.text, type }];
    if (part.of === 'second') return second.map(({ id, text }) => ({ id, text, type }));
    return first.map((placed) => ({ id: placed.id, text: placed.text, type, placed }));
  });

const MOST_ID = 2 ** 31;
const PADS = ['[PAD]', '<pad>'];

const paddingOf = (definition: ConfigReader, idOf: (token: string) => number | undefined): Padding => ({
  id: definition.whole('pad_id', 0, MOST_ID) ?? PADS.map(idOf).find((id) => id !== undefined) ?? 0,
  type: definition.whole('pad_type_id', 0, MOST_ID) ?? 0,
  side: definition.oneOf('direction', ['Left', 'Right'] as const) ?? 'Right',
});

/** Reads the text of a `tokenizer.json`. Throws `UnfitConfig`. */
export const readTokenizer = (text: string, native: NativeParts): Tokenizer => {
  try {
    return openTokenizer(fieldsIn(text), native);
  } catch (error) {
    if (error instanceof UnfitConfig) throw new UnfitConfig(`\`tokenizer.json\`: ${error.message}`);
    throw error;
  }
};

const fieldsIn = (text: string): Fields => {
  try {
    const definition = JSON.parse(text) as unknown;
    if (typeof definition === 'object' && definition !== null && !Array.isArray(definition))
      return definition as Fields;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnfitConfig('It is no JSON object.');
};
