const LAST = 0x10ffff;
/** The least key of a list: no text stands between a key and this after it. */
export const firstListed = (prefix: string, after: string | undefined): string =>
  after === undefined ? prefix : `${after}\0`;

const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

/**
 * The first text, by code point, that comes after everything that starts with the prefix; `undefined` when there is
 * none. UTF-8 bytes have the order of code points, so that it holds for them too.
 */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix.toWellFormed(), (character) => character.codePointAt(0)!);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1);
};
