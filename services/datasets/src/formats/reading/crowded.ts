/**
 * So many objects, lists and fields a JSON record may have, more than an item holds. Each takes some 200 bytes while it is
 * looked at, whatever it says: 16 MB of `{},` would be more than a gigabyte.
 */
export const MOST_PARTS = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PARTS: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x3a]);

/** Whether a JSON text has more parts than a record may have. Brackets and colons inside of texts are none. */
export const isCrowded = (text: string): boolean => {
  if (text.length <= MOST_PARTS) return false;
  let parts = 0;
  for (let at = 0; at < text.length && parts <= MOST_PARTS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = textEnd(text, at);
    else if (PARTS.has(code)) parts += 1;
  }
  return parts > MOST_PARTS;
};

/** Where the text that begins there has its other quote. */
const textEnd = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
};
