import type { JsonFlaw } from './json-refused.js';

/** Keys that reach an object's prototype when someone merges carelessly (S8). */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether it means something to JavaScript and so can be no key. */
export const isReservedKey = (key: string): boolean => RESERVED.has(key);

const unkeepable = (code: 'number_invalid' | 'text_invalid', what: string, why: string): JsonFlaw => ({
  code,
  message: `${what} ${why}`,
  unkeepable: why,
});

const HALF: JsonFlaw = { code: 'text_invalid', message: 'a text holds half of a surrogate pair' };
const NUL = unkeepable('text_invalid', 'a text', 'holds the character NUL');
const TOO_LARGE: JsonFlaw = { code: 'number_invalid', message: 'a number is too large' };
/** Exact as a bigint alone. */
export const UNSAFE = unkeepable(
  'number_invalid',
  'a number',
  'is an integer beyond 2^53 and would be changed',
);
const VANISHING = unkeepable('number_invalid', 'a number', 'is too small and would become zero');

/** Lone surrogates, which UTF-8 cannot carry, and NUL cannot be stored as they are. */
export const textFlaw = (text: string): JsonFlaw | undefined => {
  if (!text.isWellFormed()) return HALF;
  return text.includes('\0') ? NUL : undefined;
};

/** What is wrong with a number as it was written in JSON, `value` is what it was read as. */
export const numberFlaw = (written: string, value: number): JsonFlaw | undefined => {
  if (!Number.isFinite(value)) return TOO_LARGE;
  if (value === 0) return NOT_ZERO.test(written) ? VANISHING : undefined;
  return Math.abs(value) > Number.MAX_SAFE_INTEGER && WHOLE.test(written) ? UNSAFE : undefined;
};

const WHOLE = /^-?\d+$/;
/** A digit other than 0 before the exponent. */
const NOT_ZERO = /^[^eE]*[1-9]/;
