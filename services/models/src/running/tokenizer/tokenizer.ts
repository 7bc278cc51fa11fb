import { ConfigReader, UnfitConfig } from '../config/config-reader.js';
import type { NativeParts } from '../native-parts.js';
import { type Section, addedTokensOf } from './added-tokens.js';
import { type AlignedText, alignedText, textOf } from './aligned-text.js';
import { type Fields, type Token, subwordsOf } from './models.js';
import { normalizerOf } from './normalizers.js';
import { postProcessingOf, type TemplatePart } from './post-processing.js';
import { preTokenizerOf } from './pre-tokenizers.js';
import { kept, lengthsWithin, truncationOf } from './truncation.js';
import { spacesFrom } from './white-space.js';

/** A token of a text, and which word of it it is of. */
export interface PlacedToken extends Token {
  readonly word: number;
}

/** A token as the model is given it; `placed` where it is of the first text. */
export interface EncodedToken {
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
  encode(text: string, context: string | undefined, most: number): Encoded;
}

type Tokens = (text: string) => readonly PlacedToken[];

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

  const tokensOf: Tokens = (text) => {
    const tokens: PlacedToken[] = [];
    let words = 0;
    const addedToken = ({ text: place, added: token }: Section): boolean => {
      if (token === undefined) return false;
      tokens.push({
        id: token.id,
        text: textOf(place),
        start: place.starts[0] ?? 0,
        end: place.ends.at(-1) ?? 0,
        word: words,
      });
      words += 1;
      return true;
    };
    const cut = (part: AlignedText): void => {
      for (const word of preTokenize(part)) {
        for (const [place, token] of subwords.tokenize(word).entries()) {
          if (place > 0 && SPACE_BEFORE.test(token.text)) words += 1;
          tokens.push({ ...token, word: words });
        }
        words += 1;
      }
    };
    for (const section of added.before(alignedText(text))) {
      if (addedToken(section)) continue;
      for (const part of added.after(normalize(section.text)))
        if (!addedToken(part) && part.text.characters.length > 0) cut(part.text);
    }
    return tokens;
  };

  return {
    vocabulary: subwords.size,
    padding: paddingOf(file.within('padding'), (token) => added.ids.get(token) ?? subwords.idOf(token)),
    ...(truncation.most === undefined ? {} : { most: truncation.most }),
    encode: (text, context, most) => {
      const first = tokensOf(text);
      const second = context === undefined ? [] : tokensOf(context);
      const parts = context === undefined ? post.single : post.pair;
      const specials = parts.filter(({ of }) => of === 'special').length;
      const [one, two] = lengthsWithin(
        [first.length, second.length],
        context !== undefined,
        Math.max(0, most - specials),
        truncation.strategy,
      );
      const { side } = truncation;
      const stays = kept(first, one, side);
      return {
        tokens: joined(
          parts,
          post.trims === undefined ? stays : trimmed(stays, post.trims.keepsFirst),
          kept(second, two, side),
        ),
        total: first.length + second.length + specials,
        words: wordsOf(first, Array.from(text)),
      };
    },
  };
};

/** A word begins where a token does that begins with white space, also where nothing cut the text into words. */
const SPACE_BEFORE = /^[\p{White_Space}▁Ġ]/u;

/** Byte-level tokens without the white space that they begin or end with, as PyPI's `tokenizers` trims them. */
const trimmed = (tokens: readonly PlacedToken[], keepsFirst: boolean): readonly PlacedToken[] =>
  tokens.map((token, place) => {
    const signs = token.text.replaceAll('Ġ', ' ');
    const before = spacesFrom(signs, 0, 1);
    const after = signs.length - spacesFrom(signs, signs.length, -1);
    const isAdded = before > 0 && keepsFirst && (place === 0 || token.start === 0);
    const start = Math.min(token.start + before - (isAdded ? 1 : 0), token.end);
    return { ...token, start, end: token.end >= after ? Math.max(token.end - after, start) : token.end };
  });

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

/** From its first token to its last, without white space at either end. */
const wordsOf = (
  tokens: readonly PlacedToken[],
  characters: readonly string[],
): readonly (readonly [number, number])[] => {
  const words: [number, number][] = [];
  for (const { word, start, end } of tokens) {
    const [from, to] = words[word] ?? [start, end];
    words[word] = [Math.min(from, start), Math.max(to, end)];
  }
  return Array.from(words, (word) => {
    const [start, end] = word ?? [0, 0];
    const from = Math.min(spacesFrom(characters, start, 1), end);
    return [from, Math.max(from, spacesFrom(characters, end, -1))];
  });
};

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
