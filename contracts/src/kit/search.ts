import { Type } from '@sinclair/typebox';

/** So many distinct words of a text find it (SPEC-11). */
export const SEARCHED_WORDS = 2_000;

/** The filter `q` of a list; `where` ends its first sentence: `: in the name and the address`. */
export const searchFilter = (where = '') =>
  Type.String({
    maxLength: 200,
    description: `All words, the last by its beginning, of two letters at least${where}. In scripts without blanks (Han, Kana, Thai, Lao, Khmer, Myanmar) any run of characters, one character too.`,
  });
