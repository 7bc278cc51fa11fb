import { UnfitConfig } from '../config/config-reader.js';
import type { TokenizerLibrary } from '../native-parts.js';
import { rangeOf, textOf } from './aligned-text.js';
import { type Fields, type Subwords, textIn, vocabOf } from './model-fields.js';
import { lengthOf, placedIn, type Tokenize } from './pieces.js';

/** The model of BERT: the longest beginning of a word that is known, then the longest of the rest. */
export const wordPiece = (model: Fields, { WordPiece }: TokenizerLibrary): Subwords => {
  const vocab = vocabOf(model);
  const prefix = textIn(model, 'continuing_subword_prefix') || '##';
  const unknown = textIn(model, 'unk_token') || '[UNK]';
  const ids = new Map(Object.entries(vocab));
  const unknownId = ids.get(unknown);
  if (unknownId === undefined)
    throw new UnfitConfig(`The vocabulary has no ${unknown}, for what is not in it.`);
  const { max_input_chars_per_word: longest = 100 } = model;
  const library = new WordPiece({
    ...{ type: 'WordPiece', vocab, unk_token: unknown },
    continuing_subword_prefix: prefix,
    max_input_chars_per_word: longest,
  });
  const tokenize: Tokenize = (word) => {
    const found = library.encode([textOf(word)]);
    const [start, end] = rangeOf(word, 0, word.characters.length);
    // A word of which a part is not known is unknown as a whole.
    if (found.length === 1 && found[0] === unknown) return [{ id: unknownId, text: unknown, start, end }];
    const pieces = found.map((text, place) => ({
      text,
      length: lengthOf(text) - (place === 0 ? 0 : lengthOf(prefix)),
    }));
    return Array.from(placedIn(word, pieces), (each) => ({ id: ids.get(each.text) ?? unknownId, ...each }));
  };
  return { size: ids.size, tokenize, idOf: (token) => ids.get(token) };
};
