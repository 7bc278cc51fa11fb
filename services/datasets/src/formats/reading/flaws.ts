import type { Json } from '@cairn/kernel';

/** Why a value must not enter the log: it could not leave it as it came (security, S8 to S10). */
export interface Flaw {
  readonly code: string;
  readonly message: string;
}

const MAX_DEPTH = 64;
const NEEDS_A_LOOK = /\\u|[\ud800-\udfff]|"(?:__proto__|constructor|prototype)"|\d{16}|[eE]\+?\d{3}/;

/** Whether a JSON text may hold a flaw at all: most records need no second look. */
export const mayBeFlawed = (text: string): boolean => NEEDS_A_LOOK.test(text) || isBracketed(text);

/** More brackets than levels that are allowed. */
const isBracketed = (text: string): boolean => {
  let opened = 0;
  for (let at = 0; at < text.length && opened <= MAX_DEPTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) opened += 1;
  }
  return opened > MAX_DEPTH;
};

/** The first flaw of a parsed value. */
export const flawOf = (value: Json, depth = 0): Flaw | undefined => {
  if (typeof value === 'string') return textFlaw(value);
  if (typeof value === 'number') return numberFlaw(value);
  return typeof value === 'object' && value !== null ? innerFlaw(value, depth) : undefined;
};

const innerFlaw = (value: object, depth: number): Flaw | undefined => {
  if (depth >= MAX_DEPTH) return { code: 'too_deep', message: `nested deeper than ${MAX_DEPTH} levels` };
  for (const [key, inner] of Object.entries(value)) {
    const flaw = keyFlaw(key) ?? flawOf(inner as Json, depth + 1);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
};

/** Lone surrogates and NUL cannot be stored as they are. */
export const textFlaw = (text: string): Flaw | undefined => {
  if (!text.isWellFormed()) return { code: 'text_invalid', message: 'a text holds half of a surrogate pair' };
  return text.includes('\0') ? { code: 'text_invalid', message: 'a text holds a NUL character' } : undefined;
};

/** Names that mean something to JavaScript cannot be keys, here as in every body. */
export const keyFlaw = (key: string): Flaw | undefined =>
  key === '__proto__' || key === 'constructor' || key === 'prototype'
    ? { code: 'key_invalid', message: `a key is named ${key}` }
    : textFlaw(key);

const numberFlaw = (value: number): Flaw | undefined => {
  if (!Number.isFinite(value)) return { code: 'number_invalid', message: 'a number is too large' };
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
    ? { code: 'number_invalid', message: 'an integer is beyond 2^53: write it as a text' }
    : undefined;
};
