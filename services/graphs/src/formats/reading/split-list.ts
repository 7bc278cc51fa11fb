/** A list in one of its notations: `[a, "b"]`, `a|b`, `a,b`. */
export const splitList = (text: string): readonly string[] => {
  const plain = text.trim();
  if (plain === '') return [];
  if (plain.startsWith('[') && plain.endsWith(']')) return bracketed(plain.slice(1, -1));
  return plain.split(plain.includes('|') ? '|' : ',').map((part) => part.trim());
};

const BLANKS = /\s*/y;
const QUOTES: ReadonlySet<string> = new Set(['"', "'"]);

const bracketed = (text: string): readonly string[] => {
  const parts: string[] = [];
  if (text.trim() === '') return parts;
  for (let at = 0; at <= text.length;) {
    const { part, stop } = partAt(text, at);
    parts.push(part);
    at = stop + 1;
  }
  return parts;
};

/** The part that begins at a place, and where the comma behind it is. */
const partAt = (text: string, at: number): { readonly part: string; readonly stop: number } => {
  BLANKS.lastIndex = at;
  const from = at + (BLANKS.exec(text)?.[0].length ?? 0);
  const quote = text[from] ?? '';
  const end = QUOTES.has(quote) ? quoteEnd(text, from + 1, quote) : -1;
  const comma = text.indexOf(',', Math.max(end, from));
  const stop = comma === -1 ? text.length : comma;
  const part =
    end === -1 ? text.slice(from, stop).trim() : unescaped(text.slice(from + 1, end - 1), quote === '"');
  return { part, stop };
};

/** Behind the quote that ends a text, -1 when there is none. */
const quoteEnd = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return -1;
};

const unescaped = (text: string, isJson: boolean): string => {
  try {
    if (isJson) return String(JSON.parse(`"${text}"`));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return text.replaceAll(/\\(.)/gs, '$1');
};
