const candidates = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof candidates)[number];

/** The delimiter that the header uses most, outside of quotes; `otherwise` when it uses none. */
export const delimiterOf = (start: string, otherwise: Delimiter): Delimiter => {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
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
