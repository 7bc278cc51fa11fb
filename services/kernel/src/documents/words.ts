const MOST_WORDS = 200;
/** Longer runs (a hash, a sequence of bases) are found by their beginning. In code points. */
const LONGEST_WORD = 64;

/** Letters, digits and the marks that belong to letters: without them Indic words fall apart. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The distinct words of texts, folded, in order, at most `most` of them (decisions, section 7, point 11). */
export const foldWords = (texts: readonly string[], most: number = MOST_WORDS): string[] => {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of fold(text).matchAll(WORD)) {
      if (words.size >= most) return [...words];
      words.add(cut(word));
    }
  }
  return [...words];
};

/** Whether a `q` that is not blank has no word (`***`): nothing is found by it, while a blank one narrows nothing. */
export const findsNothing = (q: string | undefined): boolean =>
  q !== undefined && fold(q).trim() !== '' && wordsQuery(q).prefix === undefined;

/** With fewer letters nearly everything would begin so. In code points. */
const FEWEST_LETTERS = 2;
/** One character of these scripts is a word. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether the last word of a `q`, which is looked for by its beginning, has too few letters to narrow anything. */
export const isShortSearch = (q: string): boolean => {
  const { prefix } = wordsQuery(q);
  return prefix !== undefined && Array.from(prefix).length < FEWEST_LETTERS && !IDEOGRAPH.test(prefix);
};

/** What `q` asks for: all its words, the last one by prefix. Without a word it asks for nothing in particular. */
export const wordsQuery = (
  q: string,
): { readonly all: readonly string[]; readonly prefix: string | undefined } => {
  const words = Array.from(fold(q).matchAll(WORD), ([word]) => cut(word));
  const prefix = words.at(-1);
  return { all: [...new Set(words.slice(0, -1))], prefix };
};

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

const cut = (word: string): string =>
  word.length <= LONGEST_WORD ? word : Array.from(word).slice(0, LONGEST_WORD).join('');
