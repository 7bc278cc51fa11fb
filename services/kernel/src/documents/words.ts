import { SEARCHED_WORDS } from '@cairn/contracts';

/** Longer words (a hash, a sequence of bases) are found by their beginning. In code points. */
const LONGEST_WORD = 64;

/** Letters and digits of the scripts that have no blanks between words. */
const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}]]`;
/** What nobody sees does not part a run: zero width spaces, selectors of variants. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}`;
const RUN = String.raw`${UNSPACED}[${UNSPACED}\p{M}${UNSEEN}]*`;
/** Letters, digits and the marks that belong to letters: without them Indic words fall apart. */
const SPACED = String.raw`[[\p{L}\p{N}]--${UNSPACED}][[\p{L}\p{N}\p{M}]--${UNSPACED}]*`;

/** A run or a word, cut where one follows the other. No dictionary: each release of one would cut otherwise. */
const WORD = new RegExp(`${SPACED}|${RUN}`, 'gv');
const HAS_UNSPACED = new RegExp(UNSPACED, 'v');
/** Thai is the first of them: most words need not be asked. */
const FIRST_UNSPACED = 0x0e00;
const isRun = (word: string): boolean => word.charCodeAt(0) >= FIRST_UNSPACED && HAS_UNSPACED.test(word);
const ALL_UNSEEN = new RegExp(UNSEEN, 'gv');

/**
 * What texts are found by: their first distinct words, folded. In a run of a script without blanks each character
 * with the one after it is a word; the characters alone come with them, so that one is found too.
 */
export const foldWords = (texts: readonly string[]): string[] => {
  const words = new Set<string>();
  const characters = new Set<string>();
  for (const text of texts) {
    for (const [word] of fold(text).matchAll(WORD)) {
      if (isRun(word)) addRun(word, words, characters);
      else words.add(cut(word));
      if (words.size >= SEARCHED_WORDS) return distinct(words, characters);
    }
  }
  return distinct(words, characters);
};

const addRun = (run: string, words: Set<string>, characters: Set<string>): void => {
  for (const [first, second] of pairsOf(run)) {
    words.add(first + second);
    characters.add(first);
    if (words.size >= SEARCHED_WORDS) return;
  }
};

const distinct = (words: ReadonlySet<string>, characters: ReadonlySet<string>): string[] =>
  characters.size === 0 ? [...words] : [...new Set([...words, ...characters])];

/** Each character of a run with the one after it, the last with none. A run may be as long as a text. */
function* pairsOf(run: string): Generator<readonly [string, string]> {
  let before = '';
  for (const character of run.replace(ALL_UNSEEN, '')) {
    if (before !== '') yield [before, character];
    before = character;
  }
  yield [before, ''];
}

/** Whether a `q` that is not blank has no word (`***`): nothing is found by it, while a blank one narrows nothing. */
export const findsNothing = (q: string | undefined): boolean =>
  q !== undefined && fold(q).trim() !== '' && asksForNothing(wordsQuery(q));

const asksForNothing = ({ all, prefix }: WordsAsked): boolean => all.length === 0 && prefix === undefined;

/** With fewer letters nearly everything would begin so. In code points. */
const FEWEST_LETTERS = 2;
/** One character of Hangul is a syllable; one of a script without blanks is asked for as it is. */
const SYLLABLE = /\p{Script=Hangul}/u;

/** Whether the last word of a `q`, which is looked for by its beginning, has too few letters to narrow anything. */
export const isShortSearch = (q: string): boolean => {
  const { all, prefix } = wordsQuery(q);
  if (prefix === undefined || Array.from(prefix).length >= FEWEST_LETTERS) return false;
  return !SYLLABLE.test(prefix) && !all.some(isRun);
};

export interface WordsAsked {
  readonly all: readonly string[];
  readonly prefix: string | undefined;
}

/**
 * What `q` asks for: all its words, the last one by prefix; of a run without blanks all pairs of neighbours, or its one
 * character. Without a word it asks for nothing in particular.
 */
export const wordsQuery = (q: string): WordsAsked => {
  const all: string[] = [];
  let prefix: string | undefined;
  for (const [word] of fold(q).matchAll(WORD)) {
    if (prefix !== undefined) all.push(prefix);
    prefix = isRun(word) ? undefined : cut(word);
    if (isRun(word)) all.push(...askedOf(word));
  }
  return { all: [...new Set(all)], prefix };
};

const askedOf = (run: string): readonly string[] => {
  const pairs = Array.from(pairsOf(run), ([first, second]) => first + second);
  return pairs.length === 1 ? pairs : pairs.slice(0, -1);
};

/** A sigma at a word's end is one within it too, or beginnings would not be found. */
const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');

const cut = (word: string): string =>
  word.length <= LONGEST_WORD ? word : Array.from(word).slice(0, LONGEST_WORD).join('');
