import { inOrder } from './numbered.js';

/**
 * The entry `names` of a YAML text, as trainers write it: a list in brackets, a list of dashes, or a map of numbers.
 * Nothing else of YAML is read. `undefined` when it is none of these.
 */
export const yamlNames = (text: string): readonly string[] | undefined => {
  // Of what ends a line in any way nothing is left in one, so that `.` stands for whatever is in it.
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const first = lines.findIndex((line) => /^names\s*:/.test(line));
  const rest = withoutComment(lines[first]!.replace(/^names\s*:/, '')).trim();
  if (rest !== '') return flowList([rest, ...lines.slice(first + 1)].map(withoutComment).join(' '));
  return blockNames(blockAfter(lines, first));
};

const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '');

/** The lines that are indented below a key, or are items of its list. */
const blockAfter = (lines: readonly string[], key: number): readonly string[] => {
  const below = lines.slice(key + 1).map(withoutComment);
  const end = below.findIndex((line) => line.trim() !== '' && !/^(\s|-\s)/.test(line));
  return (end < 0 ? below : below.slice(0, end)).filter((line) => line.trim() !== '');
};

const blockNames = (lines: readonly string[]): readonly string[] | undefined => {
  if (lines.length === 0) return undefined;
  const items = lines.map((line) => /^\s*-\s(.*)$/.exec(line)?.[1]);
  if (items.every((item) => item !== undefined)) return items.map(unquoted);
  const entries = lines.map((line) => /^\s+(\d{1,6})\s*:\s(.*)$/.exec(line));
  return entries.every((entry) => entry !== null)
    ? inOrder(entries.map(([, number, name]) => [Number(number), unquoted(name!)]))
    : undefined;
};

/** `[cat, 'a, b', "c"]`; what follows the bracket is something else's. */
const flowList = (text: string): readonly string[] | undefined => {
  if (!text.startsWith('[')) return undefined;
  const names: string[] = [];
  for (let at = 1; ;) {
    const end = endOfItem(text, at);
    if (end === undefined) return undefined;
    names.push(unquoted(text.slice(at, end)));
    if (text[end] === ']') return names;
    at = end + 1;
  }
};

/** Where the comma or the bracket stands that ends an item; `undefined` for what is no list of texts. */
const endOfItem = (text: string, from: number): number | undefined => {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (QUOTES.has(character)) quote = character;
    else if (ENDS.has(character)) return at;
    else if (NESTED.has(character)) return undefined;
  }
  return undefined;
};
const QUOTES = new Set(["'", '"']);
const ENDS = new Set([',', ']']);
const NESTED = new Set(['[', '{']);

const unquoted = (text: string): string => {
  const trimmed = text.trim();
  const quoted = /^(?:'(.*)'|"(.*)")$/.exec(trimmed);
  return quoted === null ? trimmed : (quoted[1]?.replaceAll("''", "'") ?? quoted[2]!);
};
