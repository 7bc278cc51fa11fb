import type { Json } from '../base/json-value.js';
import { type JsonLimits, parseStrictly } from './strict-json.js';

/**
 * What `parseStrictly` alone can tell: escapes that may write NUL, half a surrogate pair or a letter of a reserved key;
 * reserved keys; numbers with so many digits or such an exponent that they may be changed. Digits behind the point are
 * rounded as `JSON.parse` does; only some two hundred of them may hide that a number is too small.
 */
const DOUBTFUL =
  /\\u(?:0000|00[5-7]|[dD][89a-fA-F])|"(?:__proto__|constructor|prototype)"|(?<![.\d])\d{16}|\.\d{200}|[eE][+-]?\d{3}/;

/**
 * Answers and refuses what `parseStrictly` does, but that `SyntaxError` is thrown for what is no JSON; most texts cost
 * little more than `JSON.parse`. It bounds no number of values.
 */
export const parseQuickly = (text: string, limits: Omit<JsonLimits, 'values' | 'counted'>): Json => {
  const value = JSON.parse(text) as Json;
  const isDoubtful = DOUBTFUL.test(text) || !text.isWellFormed() || !isPlain(text, value, limits.depth);
  return isDoubtful ? parseStrictly(text, limits) : value;
};

/** Each key of a text ends like this, whatever else does: when there are no more than keys in the value, none came twice. */
const KEY_END = /"\s*:/g;

/** Whether the value of a text is no deeper, and surely has every key of the text. */
const isPlain = (text: string, value: Json, depth: number): boolean => {
  const keys = keysIn(value, depth);
  return keys !== undefined && keys === (text.match(KEY_END)?.length ?? 0);
};

/** How many keys a value has; `undefined` when it is nested deeper. */
const keysIn = (value: Json, depth: number): number | undefined => {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return undefined;
  return Array.isArray(value)
    ? keysOfAll(value as readonly Json[], depth - 1)
    : keysOfObject(value as Readonly<Record<string, Json>>, depth - 1);
};

const keysOfAll = (values: readonly Json[], depth: number): number | undefined => {
  let keys = 0;
  for (const value of values) {
    const inner = keysIn(value, depth);
    if (inner === undefined) return undefined;
    keys += inner;
  }
  return keys;
};

const keysOfObject = (value: Readonly<Record<string, Json>>, depth: number): number | undefined => {
  const own = Object.keys(value);
  let keys = own.length;
  for (const key of own) {
    const inner = keysIn(value[key]!, depth);
    if (inner === undefined) return undefined;
    keys += inner;
  }
  return keys;
};
