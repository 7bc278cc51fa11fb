import { UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { bpe } from './bpe.js';
import { isRecord, type Subwords } from './model-fields.js';
import { unigram } from './unigram.js';
import { wordPiece } from './word-piece.js';

const MODELS = { WordPiece: wordPiece, BPE: bpe, Unigram: unigram } as const;

/** The model of a `tokenizer.json`; throws `UnfitConfig`. */
export const subwordsOf = (model: unknown, library: TokenizerLibrary): Subwords => {
  const fields = isRecord(model) ? model : {};
  const { type = 'none' } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(MODELS, type))
    throw new UnfitConfig(`\`model.type\` is ${String(type)}, not ${Object.keys(MODELS).join(', ')}.`);
  return MODELS[type as keyof typeof MODELS](fields, library);
};
