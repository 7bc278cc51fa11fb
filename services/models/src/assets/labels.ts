import { isRefusal, type Refusal, refuse } from '@cairn/kernel';
import type { SentFile } from './head.js';
import { inOrder } from './numbered.js';
import { yamlNames } from './yaml-names.js';

const LARGEST_LABELS_BYTES = 1_000_000;
const MOST_LABELS = 10_000;
const LONGEST_LABEL = 500;

const labelsRefusal = (message: string): Refusal => refuse('labels_invalid', message);

/** The names in a file of labels, one for each class, in their order. */
export const labelsIn = async (file: SentFile): Promise<readonly string[] | Refusal> => {
  if (file.size > LARGEST_LABELS_BYTES) return labelsRefusal('A file of labels is at most 1 MB.');
  const text = textOf(await file.read(0, LARGEST_LABELS_BYTES));
  if (text === undefined) return labelsRefusal('A file of labels is a text in UTF-8.');
  const names = namesIn(text.trim());
  return isRefusal(names) ? names : (refusedNames(names) ?? names);
};

const textOf = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

type Names = readonly string[] | Refusal;

const namesIn = (text: string): Names => {
  if (/^[[{]/.test(text)) return jsonNames(text);
  return /^names\s*:/m.test(text) ? (yamlNames(text) ?? brokenYaml()) : text.split(/\r\n|\n|\r/);
};

const brokenYaml = (): Refusal => labelsRefusal('`names` is no list and no map of numbers to names.');

/** A list of names; or a map, of numbers to names or of names to numbers. */
const jsonNames = (text: string): Names => {
  const value = parsed(text);
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return labelsRefusal('JSON labels are a list of texts, or a map.');
  return numbered(Object.entries(value));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const numbered = (entries: readonly (readonly [string, unknown])[]): Names => {
  const named = entries.map(([key, value]): readonly [number, string] | undefined => {
    if (typeof value === 'string') return [Number(key), value];
    return typeof value === 'number' ? [value, key] : undefined;
  });
  const known = named.filter((entry) => entry !== undefined);
  if (known.length < named.length) return labelsRefusal('A map of labels has numbers and names.');
  return (
    inOrder(known) ?? labelsRefusal('The numbers of labels begin with 0, are given once, and have no gap.')
  );
};

const refusedNames = (names: readonly string[]): Refusal | undefined => {
  if (names.length === 0) return labelsRefusal('There is no label in the file.');
  if (names.length > MOST_LABELS) return labelsRefusal(`A file has at most ${MOST_LABELS} labels.`);
  const wrong = names.findIndex((name) => name.trim() === '' || name.length > LONGEST_LABEL);
  return wrong < 0
    ? undefined
    : labelsRefusal(`The label ${wrong} is empty, or over ${LONGEST_LABEL} characters.`);
};
