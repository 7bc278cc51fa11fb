import type { JsonMap } from './json.js';
import { openApiDocument } from './openapi/document.js';
import { linesOfDocument } from './summary/operations.js';
import { linesOfEvents } from './summary/events.js';

/** The file, in `contracts`, that shows in a pull request what a change does to the contract. */
export const SUMMARY = 'summary.txt';

const HEAD = `# What the contract says, a line for each operation, the shapes that it names, and each event; \`npm run contracts\` writes it.
# \`!\` is required; \`(…)\` is an object, \`[…]\` a list. At the end a digest of all but the texts.
`;

/** Its text, in an order that a new line does not disturb: by path, then by name. */
export const summaryOf = (
  document: JsonMap = openApiDocument(),
  events: readonly string[] = linesOfEvents(),
): string => {
  const withoutMethod = (line: string): string => line.replace(/^[A-Z]+ (?=\/)/, '');
  const key = (line: string): string => `${withoutMethod(line)} ${line}`;
  const lines = [...linesOfDocument(document), ...events].sort((one, other) =>
    key(one) < key(other) ? -1 : 1,
  );
  return `${HEAD}${lines.join('\n')}\n`;
};

/** The lines in which a summary in git differs from that of the contract. */
export const outdatedLines = (committed: string | undefined, summary: string): readonly string[] => {
  const [before, after] = [committed ?? '', summary].map((text) => text.split('\n'));
  const only = (lines: readonly string[] = [], others: readonly string[] = [], sign: string) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line)).map((line) => `${SUMMARY}: ${sign} ${line}`);
  };
  return [...only(before, after, '-'), ...only(after, before, '+')];
};
