import { Problem } from '../problems/problem.js';

export type QueryValues = Record<string, string | string[]>;

const NO_VALUES: QueryValues = Object.freeze({});
const MAX_PARAMETERS = 100;

/** The parameters of a query string; one that stands several times has all its values. Throws `malformed_request`. */
export const queryOf = (text: string): QueryValues => {
  if (text === '') return NO_VALUES;
  const values = Object.create(null) as QueryValues;
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw new Problem('malformed_request', 'There are too many parameters.');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    const before = values[name];
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
};

const decoded = (text: string): string => {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    throw new Problem('malformed_request', 'The query has a percent escape that is not UTF-8.');
  }
  throw new Problem('malformed_request', 'The query holds the character NUL.');
};
