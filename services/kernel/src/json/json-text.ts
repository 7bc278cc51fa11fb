import { type Refusal, isRefusal, refuse } from '../domain/refusal.js';
import { credentialIn } from './credential-in.js';

/**
 * A string of JSON as it is stored: a text byte for byte, anything else stringified; what does not parse is refused
 * (decision 15). Empty stands for none.
 */
export const jsonText = (value: unknown, pointer: string): string | Refusal => {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return value;
  try {
    JSON.parse(value);
    return value;
  } catch {
    return refuse('invalid_body', `${pointer.slice(1)} is not JSON.`, [
      { pointer, code: 'json', message: 'is not JSON' },
    ]);
  }
};

/** What a text holds is nested no deeper than a body may be (decisions, section 7, 19). */
const DEEPEST = 64;

const within = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [];

const isTooDeep = (value: unknown): boolean => {
  let level = [value];
  for (let depth = 0; depth < DEEPEST; depth++) {
    level = level.flatMap(within);
    if (level.length === 0) return false;
  }
  return true;
};

/** The same of settings that are kept for ever: a credential in them is refused, `use_secret` (law 8); so is what is `too_deep`. */
export const configText = (value: unknown, pointer: string): string | Refusal => {
  const text = jsonText(value, pointer);
  if (isRefusal(text) || text === '') return text;
  const settings: unknown = JSON.parse(text);
  if (isTooDeep(settings))
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
