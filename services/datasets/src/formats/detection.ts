import type { Source } from '@cairn/kernel';
import type { Format, JsonShape } from './format.js';
import { decoded } from './reading/decoded.js';
import { formats } from './registry.js';

/** So much of a file is looked at. */
const PEEK_CHARACTERS = 64 * 1024;

/**
 * The format of an upload whose format was not named: an archive by its marker files, then by what stands highest in it:
 * a table before JSON, for tools put a `.json` beside an image or a table; a JSON file by its shape, then the extension
 * (formats.md, section 1). `undefined` when nothing gives it away.
 */
export const detectedFormat = async (source: Source): Promise<Format | undefined> => {
  if (!source.archive) return (await byShape(source, source.names()[0])) ?? byExtension(source.names());
  const highest = highestRecords(source.names());
  const first = byExtension(highest);
  return byMarkers(source) ?? (hasShape(first) ? await byShape(source, highest[0]) : undefined) ?? first;
};

const byMarkers = (source: Source): Format | undefined => {
  const names = source.names();
  return formats.find(({ clues }) => clues.archive?.(names) === true);
};

/** Of the files that a format has an extension for, those that stand highest. */
const highestRecords = (names: readonly string[]): readonly string[] => {
  const known = names.filter((name) => byExtension([name]) !== undefined);
  const least = known.reduce((depth, name) => Math.min(depth, depthOf(name)), Infinity);
  return known.filter((name) => depthOf(name) === least);
};

const depthOf = (name: string): number => name.split('/').length;

const hasShape = (format: Format | undefined): boolean => format?.clues.json !== undefined;

const byShape = async (source: Source, file: string | undefined): Promise<Format | undefined> => {
  if (file === undefined) return undefined;
  const shape = shapeOf(await peek(source, file));
  return shape && formats.find(({ clues }) => clues.json?.(shape) === true);
};

/** The first format that has one of the files. */
const byExtension = (names: readonly string[]): Format | undefined =>
  formats.find(({ clues }) =>
    names.some((name) => clues.extensions.some((extension) => name.toLowerCase().endsWith(extension))),
  );

const peek = async (source: Source, file: string): Promise<string> => {
  let start = '';
  try {
    for await (const text of decoded(await source.open(file), source.charset)) {
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
