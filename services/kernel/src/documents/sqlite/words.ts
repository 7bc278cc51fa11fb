import { isList, isRange, scalarAt, wordsAt } from '../matching.js';
import type { Document, Filter, Scalar } from '../port.js';
import { scopeOf } from './scope.js';
import type { Shape, Words } from './shape.js';
import type { Difference } from './side-tables.js';
import type { Statements } from './statements.js';

/** What FTS5 is given: words by spaces, each behind what its scope is called. */
const wordsText = (words: Words, document: Document | undefined): string => {
  if (document === undefined) return '';
  const scope = words.within === undefined ? '' : scopeOf(scalarAt(document, words.within));
  return wordsAt(document, words.field)
    .map((word) => scope + ftsWord(word))
    .join(' ');
};

/** What the ASCII tokenizer of FTS5 would split at or fold becomes a private character. */
const ftsWord = (word: string): string =>
  PLAIN.test(word)
    ? word
    : word.replace(NOT_PLAIN, (character) => String.fromCharCode(0xe000 + character.charCodeAt(0)));

const PLAIN = /^[0-9a-z\u0080-\uffff]*$/;
const NOT_PLAIN = /[^0-9a-z\u0080-\uffff]/g;

/** FTS5 forgets only what it is told in the same words as it was given. */
export const writeWords = (
  statements: Statements,
  words: Words,
  no: number,
  difference: Difference,
): void => {
  const before = wordsText(words, difference.before);
  const after = wordsText(words, difference.after);
  if (before === after) return;
  if (before !== '')
    statements(`INSERT INTO ${words.table} (${words.table}, rowid, words) VALUES ('delete', ?, ?)`).run(
      no,
      before,
    );
  if (after !== '') statements(`INSERT INTO ${words.table} (rowid, words) VALUES (?, ?)`).run(no, after);
};

/** What is searched for in an FTS5 table. */
export interface WordSearch {
  readonly table: string;
  /** In the language of FTS5; it is bound. */
  readonly match: string;
}

/** `undefined` when a filter wants no word. Throws when no index declares them, or in which scope is not said. */
export const wordSearchOf = (shape: Shape, filter: Filter): WordSearch | undefined => {
  if (filter.words === undefined) return undefined;
  const words = wordsOf(shape, filter.words.field);
  const scope = words.within === undefined ? '' : scopeOf(oneValue(shape, filter, words.within));
  const asked = filter.words.all.map((word) => `"${scope}${ftsWord(word)}"`);
  const prefix = filter.words.prefix ?? '';
  if (prefix !== '') asked.push(`"${scope}${ftsWord(prefix)}"*`);
  return asked.length === 0 ? undefined : { table: words.table, match: asked.join(' AND ') };
};

const oneValue = (shape: Shape, filter: Filter, field: string): Scalar => {
  const condition = filter.fields?.[field];
  if (condition === undefined || isList(condition) || isRange(condition))
    throw new Error(
      `the words index of ${shape.collection} declares that one value of ${field} is asked for`,
    );
  return condition;
};

const wordsOf = (shape: Shape, field: string): Words => {
  const words = shape.words.find((each) => each.field === field);
  if (words === undefined)
    throw new Error(`no words index of ${shape.collection} declares the field ${field}`);
  return words;
};
