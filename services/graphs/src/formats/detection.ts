import { type GraphFormat, formatNames, type Start } from './format.js';
import { formats } from './registry.js';

/** So much of a file is looked at. */
export const PEEK_CHARACTERS = 64 * 1024;

/** What the start of a text tells. */
export const startOf = (text: string): Start => {
  const root = rootOf(text);
  return { text, ...(root === undefined ? {} : { root }) };
};

/** The format of a file by its content, never by its name; `undefined` when nothing gives it away. */
export const detectedFormat = (start: Start): GraphFormat | undefined =>
  formatNames.map((name) => formats[name]).find(({ recognises }) => recognises(start));

/** Whether a text begins as XML: what is wrong with it is told by its parser. */
export const isXml = ({ text }: Start): boolean => text.trimStart().startsWith('<');

const ROOT = /^<(?:[^\s<>/:!?]{1,100}:)?([^\s<>/:!?]{1,100})/;
/** What may stand before the first element, and how it ends. */
const BEFORE = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

/** The local name of the first element. */
const rootOf = (text: string): string | undefined => {
  let at = text.length - text.trimStart().length;
  for (;;) {
    const before = BEFORE.find(([begin]) => text.startsWith(begin, at));
    if (before === undefined) return ROOT.exec(text.slice(at, at + 210))?.[1];
    const end = text.indexOf(before[1], at);
    if (end === -1) return undefined;
    at = end + before[1].length;
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
};
