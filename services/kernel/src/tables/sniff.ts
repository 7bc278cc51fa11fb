const candidates = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof candidates)[number];

/** The delimiter that the header uses most, outside of quotes; `otherwise` when it uses none. */
const delimiterOf = (start: string, otherwise: Delimiter): Delimiter => {
  const counts = new Map<string, number>();
  for (const character of outsideQuotes(start)) {
    if (character === '\n') break;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: Delimiter): number => counts.get(delimiter) ?? 0;
  return candidates.reduce((best, next) => (count(next) > count(best) ? next : best), otherwise);
};

/** How a table starts: Excel may name the delimiter in a line before the header, `sep=;`. */
export const startOf = (
  chunk: string,
  otherwise: Delimiter,
): { readonly delimiter: Delimiter; readonly before: string } => {
  const [before = '', named] = SEPARATOR.exec(chunk) ?? [];
  const delimiter = candidates.find((candidate) => candidate === named);
  return delimiter === undefined
    ? { delimiter: delimiterOf(chunk, otherwise), before: '' }
    : { delimiter, before };
};

const SEPARATOR = /^"?sep=(.)"?\r?\n/i;

/** So much of a text is waited for, to find its header. */
const HEADER_CHARACTERS = 64 * 1024;

/** Whether the start of a text tells its delimiter: its first line is there. */
export const isHeaderWhole = (start: string): boolean => {
  if (start.length >= HEADER_CHARACTERS) return true;
  for (const character of outsideQuotes(start)) if (character === '\n') return true;
  return false;
};

function* outsideQuotes(text: string): Generator<string, void, void> {
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted) yield character;
  }
}
