import { createHash } from 'node:crypto';
import type { Scalar } from '../port.js';

/** With 32 bits few scopes share one. */
export const SCOPE_DIGITS = 8;

/**
 * What the words of a scope begin with. All scopes are as long, so that no word of one is a word of another. Two that
 * share one by chance cost each other time and no more: what is found is compared with the whole filter.
 */
export const scopeOf = (value: Scalar): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, SCOPE_DIGITS);
