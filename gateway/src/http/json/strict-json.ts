import { type Json, type JsonLimits, JsonRefused, parseStrictly } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import { unkeepable } from '../../problems/unkeepable.js';

/**
 * A body as `parseStrictly` reads it. Throws a `Problem`: `malformed_json`, `too_deep`, `invalid_body` for what is JSON and cannot be
 * kept, `payload_too_large` as soon as there are too many values.
 */
export const parseStrictJson = (text: string, limits: JsonLimits): Json => {
  try {
    return parseStrictly(text, limits);
  } catch (error) {
    throw error instanceof JsonRefused ? problemOf(error) : error;
  }
};

const problemOf = ({ code, message, at, pointer, unkeepable: why }: JsonRefused): Problem => {
  if (code === 'too_deep') return new Problem('too_deep', `Of the body, ${message}.`);
  if (code === 'too_many_values')
    return new Problem('payload_too_large', `The body holds ${message}.`, { bound: 'body_values' });
  return why === undefined
    ? new Problem('malformed_json', `The body is not acceptable JSON: ${message}, at character ${at}.`)
    : unkeepable(pointer, `What stands in the body at character ${at}`, why);
};
