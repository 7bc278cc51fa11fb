import { UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { textOf } from './aligned-text.js';
import { type Fields, isId, MOST_TOKENS, type Subwords } from './model-fields.js';
import { lengthOf, type Piece, type Tokenize, tokensOf, type Vocabulary } from './pieces.js';

const isScored = (entry: unknown): entry is readonly [string, number] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'number';

type Scored = readonly [token: string, score: number];

const areScored = (vocab: unknown): vocab is readonly Scored[] =>
  Array.isArray(vocab) && vocab.length > 0 && vocab.length <= MOST_TOKENS && vocab.every(isScored);

const scoredOf = ({ vocab, unk_id: id }: Fields) => {
  if (!areScored(vocab))
    throw new UnfitConfig(
      `\`model.vocab\` is a list of tokens, each with its score, ${MOST_TOKENS} at most.`,
    );
  const [text] = isId(id) ? (vocab[id] ?? []) : [];
  if (text === undefined || !isId(id))
    throw new UnfitConfig('`model.unk_id` is the place of a token in `model.vocab`.');
  return { vocab, unknown: { id, text } };
};

/** The pieces of a word that are the likeliest together. */
export const unigram = (model: Fields, { Unigram }: TokenizerLibrary): Subwords => {
  const { vocab, unknown } = scoredOf(model);
  const ids = new Map(vocab.map(([text], id) => [text, id]));
  const library = new Unigram({ type: 'Unigram', vocab, unk_id: unknown.id }, '');
  const vocabulary: Vocabulary = {
    ids,
    unknown,
    isFused: false,
    hasBytes: model['byte_fallback'] === true,
  };
  const tokenize: Tokenize = (word) => tokensOf(word, fused(library.tokenize(textOf(word)), ids), vocabulary);
  return { size: ids.size, tokenize, idOf: (each) => ids.get(each) };
};

/** Unknown pieces that follow one another are one. */
const fused = (pieces: readonly string[], ids: ReadonlyMap<string, number>): readonly Piece[] => {
  const made: string[] = [];
  let isAfterUnknown = false;
  for (const piece of pieces) {
    const isUnknown = !ids.has(piece);
    const before = isUnknown && isAfterUnknown ? (made.pop() ?? '') : '';
    made.push(before + piece);
    isAfterUnknown = isUnknown;
  }
  return made.map((text) => ({ text, length: lengthOf(text) }));
};
