import {
  type Json,
  type JsonFlawCode,
  type JsonLimits,
  JsonRefused,
  parseQuickly,
  parseStrictly,
} from '@cairn/kernel';
import type { RefusalCode } from '../element.js';
import { limits } from '../limits.js';
import { floatOf, integerOf } from '../values.js';
import { FileRefused, type Place, shown } from './refusal.js';

const rules: JsonLimits = {
  depth: limits.depth,
  number: (written) => integerOf(written) ?? floatOf(written),
  words: new Map(['NaN', 'Infinity', '-Infinity'].map((word) => [word, { $float: word }])),
};

const codes: Readonly<Record<JsonFlawCode, RefusalCode>> = {
  json_invalid: 'json_invalid',
  key_invalid: 'name_invalid',
  key_twice: 'structure_invalid',
  number_invalid: 'value_invalid',
  text_invalid: 'text_invalid',
  too_deep: 'too_large',
  too_many_values: 'too_large',
};

/**
 * A JSON text as a value. Integers beyond 2^53 keep their digits, `NaN`, `Infinity` and `-Infinity` (as Python writes
 * them) are taken: `values.ts`. Throws `FileRefused` with the place inside of the text, which begins at `start`.
 */
export const jsonOf = (text: string, start: Place): Json => {
  try {
    return parsed(text);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const found = text.slice(error.at, error.at + 20);
    throw new FileRefused(
      codes[error.code],
      `${error.message}, ${found === '' ? 'where the text ends' : `at ${shown(found)}`}`,
      placeIn(text, error.at, start),
    );
  }
};

/** The parser of the language says no place of what it refuses, and refuses what is taken here. */
const parsed = (text: string): Json => {
  try {
    return parseQuickly(text, rules);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return parseStrictly(text, rules);
  }
};

/** Where a position of a text is, when the text begins at `start`. */
const placeIn = (text: string, at: number, { line, column }: Place): Place => {
  const before = text.slice(0, at).split('\n');
  const last = before.at(-1)!.length;
  return { line: line + before.length - 1, column: before.length === 1 ? column + last : last + 1 };
};
