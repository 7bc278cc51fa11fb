import type { Source } from '@cairn/kernel';
import type { JsonShape } from '../format.js';
import { textOfFile } from './decoded.js';

/** So much of a file is looked at. */
const PEEK_CHARACTERS = 64 * 1024;

/** The shape of a file, if it begins as JSON. */
export const shapeIn = async (source: Source, file: string): Promise<JsonShape | undefined> =>
  shapeOf(await peek(source, file));

const peek = async (source: Source, file: string): Promise<string> => {
  let start = '';
  try {
    for await (const text of textOfFile(source, file)) {
      start += text;
      if (start.length >= PEEK_CHARACTERS) break;
    }
  } catch (error) {
    // What is not text has no shape; why it cannot be read shows when it is read.
    if (!(error instanceof Error)) throw error;
  }
  return start.slice(0, PEEK_CHARACTERS);
};

/** The shape that the start of a text has, if it begins as JSON. */
export const shapeOf = (start: string): JsonShape | undefined => {
  const text = start.trimStart();
  if (text.startsWith('[')) {
    const inner = text.slice(1).trimStart();
    return inner.startsWith('{') || inner.startsWith(']') ? { top: 'array', keys: keysOf(inner) } : undefined;
  }
  if (!text.startsWith('{')) return undefined;
  return { top: isLines(text) ? 'lines' : 'object', keys: keysOf(text) };
};

/** The first line is an object of its own. */
const isLines = (text: string): boolean => {
  const end = text.indexOf('\n');
  const line = (end === -1 ? text : text.slice(0, end)).trim();
  try {
    return typeof JSON.parse(line) === 'object';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** A string that is cut off goes on to the end, so that the text is gone through once. */
const TOKEN = /"((?:[^"\\]|\\[^])*)(?:"|\\?$)|[{}[\]:]/g;

/** Keys of the object that a text begins with, as far as the text goes. */
const keysOf = (text: string): readonly string[] => {
  const keys: string[] = [];
  let depth = 0;
  let last: string | undefined;
  for (const [token, word] of text.matchAll(TOKEN)) {
    if (token === ':' && depth === 1 && last !== undefined) keys.push(last);
    last = word;
    depth += STEPS[token] ?? 0;
    if (depth === 0) break;
  }
  return keys;
};

const STEPS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };
