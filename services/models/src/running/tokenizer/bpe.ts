import { UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { textOf } from './aligned-text.js';
import { type Fields, MOST_TOKENS, type Subwords, textIn, vocabOf } from './model-fields.js';
import { lengthOf, type Tokenize, tokensOf, type Vocabulary } from './pieces.js';

const MERGE = /^[^ ]+ [^ ]+$/;
const isMerge = (merge: unknown): boolean =>
  typeof merge === 'string'
    ? MERGE.test(merge)
    : Array.isArray(merge) && merge.length === 2 && merge.every((each) => typeof each === 'string');

const notDone = (name: string): never => {
  throw new UnfitConfig(`A model of BPE with \`${name}\` is not known here.`);
};

/** Throws for what the library does not do, and for what is left to chance. */
const mergesOf = (model: Fields): readonly unknown[] => {
  const { merges, dropout } = model;
  if (!Array.isArray(merges) || merges.length > MOST_TOKENS || !merges.every(isMerge))
    throw new UnfitConfig('`model.merges` is a list of two tokens each.');
  if (dropout !== undefined && dropout !== null && dropout !== 0) notDone('dropout');
  if (textIn(model, 'continuing_subword_prefix') !== '') notDone('continuing_subword_prefix');
  return merges;
};

/** Byte pair encoding: two pieces become one, the pair that was learnt first before all others. */
export const bpe = (model: Fields, { BPE }: TokenizerLibrary): Subwords => {
  const vocab = vocabOf(model);
  const { ignore_merges: ignoresMerges } = model;
  const ids = new Map(Object.entries(vocab));
  const token = textIn(model, 'unk_token');
  const suffix = textIn(model, 'end_of_word_suffix');
  const library = new BPE({
    ...{ type: 'BPE', vocab, merges: mergesOf(model) },
    ...(suffix === '' ? {} : { end_of_word_suffix: suffix }),
  });
  const unknownId = ids.get(token);
  const vocabulary: Vocabulary = {
    ids,
    ...(unknownId === undefined ? {} : { unknown: { id: unknownId, text: token } }),
    isFused: model['fuse_unk'] === true,
    hasBytes: model['byte_fallback'] === true,
  };
  const tokenize: Tokenize = (word) => {
    const text = textOf(word);
    const merged = ignoresMerges === true && ids.has(text) ? [text] : library.bpe(text);
    const pieces = merged.map((piece, place) => ({
      text: piece,
      length: lengthOf(piece) - (place === merged.length - 1 && merged[0] !== text ? lengthOf(suffix) : 0),
    }));
    return tokensOf(word, pieces, vocabulary);
  };
  return { size: ids.size, tokenize, idOf: (each) => ids.get(each) };
};
