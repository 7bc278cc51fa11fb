import { type Refusal, isRefusal, refuse } from '../base/refusal.js';
import { credentialIn } from './credential-in.js';
import { JsonRefused } from './json-refused.js';
import { parseStrictly } from './strict-json.js';

/**
 * A string of JSON as it is stored: a text byte for byte, anything else stringified; what does not parse is refused
 * (TRAP-15), and a key twice in one object: of the two values one would be lost. Empty stands for none.
 */
export const jsonText = (value: unknown, pointer: string): string | Refusal => {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return value;
  try {
    JSON.parse(value);
  } catch {
    return refuse('invalid_body', `${pointer.slice(1)} is not JSON.`, [
      { pointer, code: 'json', message: 'is not JSON' },
    ]);
  }
  const twice = keyTwice(value);
  return twice === undefined
    ? value
    : refuse('invalid_body', `${pointer.slice(1)} has a key twice in one object.`, [
        { pointer, code: 'key_twice', message: `has the key ${twice} twice in one object` },
      ]);
};

/** What a text holds is nested no deeper than a body may be (SPEC-19). */
const DEEPEST = 64;
/** So much of a key is told, characters. */
const LONGEST_TOLD = 100;

/** The pointer to a key that stands twice; looked for up to what no body may have either, which the text may. */
const keyTwice = (text: string): string | undefined => {
  try {
    parseStrictly(text, { depth: DEEPEST, number: Number });
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    return error.code === 'key_twice' ? error.pointer.slice(0, LONGEST_TOLD) : undefined;
  }
};

/** Whether something stands in so many objects and arrays, one in the other. */
const isDeeper = (value: unknown, most: number): boolean => {
  if (most === 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => isDeeper(inner, most - 1));
  for (const key in value)
    if (isDeeper((value as Readonly<Record<string, unknown>>)[key], most - 1)) return true;
  return false;
};

/** The same of settings that are kept for ever: a credential in them is refused, `use_secret` (law 8); so is what is `too_deep`. */
export const configText = (value: unknown, pointer: string): string | Refusal => {
  const text = jsonText(value, pointer);
  if (isRefusal(text) || text === '') return text;
  const settings: unknown = typeof value === 'string' ? JSON.parse(text) : value;
  if (isDeeper(settings, DEEPEST))
    return refuse('too_deep', `${pointer.slice(1)} is nested more than ${DEEPEST} deep.`, [
      { pointer, code: 'too_deep', message: `is nested more than ${DEEPEST} deep` },
    ]);
  return credentialRefusal(settings, pointer) ?? text;
};

/** Why a value must not be kept: it holds what looks like a credential. `pointer` is where the value stands. */
export const credentialRefusal = (value: unknown, pointer: string): Refusal | undefined => {
  const found = credentialIn(value, pointer);
  return found === undefined
    ? undefined
    : refuse(
        'use_secret',
        `${pointer.slice(1)} holds a credential, and what is stored here is never forgotten.`,
        [{ pointer: found, code: 'use_secret', message: 'looks like a credential' }],
      );
};
