import type { Json } from '../base/json-value.js';

const HASH = /[0-9a-f]{64}/g;
const HASH_LENGTH = 64;

/**
 * Everything in some data that looks like the name of a blob, in whatever field, key or text: an event of tomorrow names
 * its blobs too.
 */
export const hashesIn = (data: Json | undefined, into: Set<string> = new Set()): Set<string> => {
  if (typeof data === 'string') addFrom(data, into);
  else if (Array.isArray(data)) for (const element of data as readonly Json[]) hashesIn(element, into);
  else if (typeof data === 'object' && data !== null)
    for (const [key, value] of Object.entries(data)) {
      addFrom(key, into);
      hashesIn(value, into);
    }
  return into;
};

const addFrom = (text: string, into: Set<string>): void => {
  if (text.length >= HASH_LENGTH) for (const [hash] of text.matchAll(HASH)) into.add(hash);
};
