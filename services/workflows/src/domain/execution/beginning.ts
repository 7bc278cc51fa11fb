import { shownValue, type ToldFile, type Value } from './values.js';

/**
 * A text, or another value as JSON, cut after so many characters: then `…` is the last. `undefined` for nothing. Takes time by
 * what it tells, not by the value. No character is cut in two.
 */
export const beginningOf = (
  value: Value | undefined,
  file: ToldFile | undefined,
  most: number,
): string | undefined => {
  if (value === undefined || value.kind === 'nothing') return undefined;
  let text = '';
  for (const piece of value.kind === 'text' ? [value.text] : piecesOf(value, file, most)) {
    text += piece;
    if (text.length > most) return `${wholeCharacters(text.slice(0, most - 1))}…`;
  }
  return text;
};

/** A value as JSON, piece by piece; of a text no more than so many characters and the next one. */
const piecesOf = function* (
  value: Value,
  file: ToldFile | undefined,
  most: number,
): Generator<string, void, undefined> {
  if (value.kind !== 'joined') {
    yield value.kind === 'text'
      ? JSON.stringify(value.text.slice(0, most + 1))
      : JSON.stringify(shownValue(value, file));
    return;
  }
  let before = '{';
  for (const [name, each] of value.values) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(each, file, most);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
};

/** Half of a pair of surrogates at the end is none. */
const wholeCharacters = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));
