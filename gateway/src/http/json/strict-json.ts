import { type Json, type JsonLimits, JsonRefused, parseStrictly, pointerTo } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import { unkeepable } from '../../problems/unkeepable.js';

/**
 * A body, or a field of a form, as `parseStrictly` reads it. Throws a `Problem`: `malformed_json`, `too_deep`, `invalid_body`
 * for what is JSON and cannot be kept, `payload_too_large` as soon as there are too many values.
 */
export const parseStrictJson = (text: string, limits: JsonLimits, field?: string): Json => {
  try {
    return parseStrictly(text, limits);
  } catch (error) {
    throw error instanceof JsonRefused ? problemOf(error, field) : error;
  }
};

const problemOf = (refused: JsonRefused, field: string | undefined): Problem => {
  const { code, message, at, pointer, unkeepable: why } = refused;
  const [name, place] = field === undefined ? ['body', ''] : [`field \`${field}\``, pointerTo('', field)];
  if (code === 'too_deep') return new Problem('too_deep', `Of the ${name}, ${message}.`);
  if (code === 'too_many_values')
    return new Problem('payload_too_large', `The ${name} holds ${message}.`, { bound: 'body_values' });
  return why === undefined
    ? new Problem('malformed_json', `The ${name} is not acceptable JSON: ${message}, at character ${at}.`)
    : unkeepable(`${place}${pointer}`, `What stands in the ${name} at character ${at}`, why);
};
