import { UnfitInput } from '../unfit-input.js';
import { type AlignedText, type Change, changed } from './aligned-text.js';

/** Nobody writes more on a character, and ordering n of them takes n² steps. */
const MOST_TOGETHER = 256;
const TOO_MANY_MARKS = new RegExp(String.raw`\p{M}{${MOST_TOGETHER}}`, 'u');
const tooManyMarks = (): UnfitInput =>
  new UnfitInput(`A character of the text has more than ${MOST_TOGETHER} marks.`);

export type UnicodeForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** A text in a form of Unicode, each character at the place of the one it came from. Throws `UnfitInput`. */
export const unicodeForm = (text: AlignedText, form: UnicodeForm): AlignedText => {
  const whole = text.characters.join('');
  if (TOO_MANY_MARKS.test(whole)) throw tooManyMarks();
  if (whole.normalize(form) === whole) return text;
  const changes: Change[] = [];
  for (const together of clusters(text.characters)) {
    if (together.length > MOST_TOGETHER) throw tooManyMarks();
    changes.push(...changesOf(together, form));
  }
  return changed(text, changes);
};

const STARTS_ALONE = /^[\0-\u02ff]$/;
const JOINS = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]$/u;
/** As few characters together as can be: nothing after them changes them. */
const clusters = function* (characters: readonly string[]): Generator<readonly string[]> {
  let together: string[] = [];
  for (const character of characters) {
    if (together.length > 0 && !joins(character)) {
      yield together;
      together = [];
    }
    together.push(character);
  }
  if (together.length > 0) yield together;
};

/** Whether a character can become one with those before it, or move before them. */
const joins = (character: string): boolean =>
  !STARTS_ALONE.test(character) && JOINS.test(Array.from(character.normalize('NFKD'))[0] ?? '');

const changesOf = (characters: readonly string[], form: UnicodeForm): readonly Change[] => {
  const parts = decomposed(characters, form.includes('K') ? 'NFKD' : 'NFD');
  return form === 'NFC' || form === 'NFKC' ? composed(parts) : parts;
};

/** In the order of Unicode: the first of what a character becomes takes its place, the others are added. */
const decomposed = (characters: readonly string[], form: 'NFD' | 'NFKD'): readonly Change[] => {
  const parts = characters.flatMap((character) =>
    Array.from(character.normalize(form), (part, order): Change => [part, order === 0 ? 0 : 1]),
  );
  return taken(parts, Array.from(characters.join('').normalize(form)));
};

/** Of parts those that a text has, in its order. */
const taken = (parts: readonly Change[], text: readonly string[]): readonly Change[] => {
  const left = [...parts];
  return text.flatMap((character) => {
    const found = left.findIndex(([part]) => part === character);
    return left.splice(found, found < 0 ? 0 : 1);
  });
};

/** What becomes one removes what it was made of. */
const composed = (parts: readonly Change[]): readonly Change[] => {
  const left = [...parts];
  const text = parts.map(([part]) => part).join('');
  return Array.from(text.normalize('NFC'), (character): Change => {
    const used = taken(left, Array.from(character.normalize('NFD')));
    for (const each of used) left.splice(left.indexOf(each), 1);
    return [character, used.reduce((sum, [, count]) => sum + count, 0) - Math.max(0, used.length - 1)];
  });
};
