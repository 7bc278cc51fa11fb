import type { Json } from '../base/json-value.js';

/** An escape of one character, `\u0000`, and the longest number. */
const ESCAPED = 6;
const NUMBER = 25;

/** No less than the bytes of its JSON: most data need not be written as text twice. */
export const bytesAtMost = (data: Json | undefined): number => {
  if (typeof data === 'string') return data.length * ESCAPED + 2;
  if (typeof data !== 'object' || data === null) return NUMBER;
  let bytes = 2;
  if (isArray(data)) {
    for (const element of data) bytes += bytesAtMost(element) + 1;
    return bytes;
  }
  for (const key in data) bytes += key.length * ESCAPED + 4 + bytesAtMost(data[key]);
  return bytes;
};

const isArray = (data: Json): data is readonly Json[] => Array.isArray(data);
