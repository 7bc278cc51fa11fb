import {
  isRefusal,
  type Json,
  JsonRefused,
  parseQuickly,
  type Refusal,
  type SentFile,
} from '@cairn/kernel/reading';
import {
  inOrder,
  labelsRefusal,
  namedBy,
  nameless,
  type Names,
  type NumberedName,
  shown,
} from './numbered.js';
import { yamlLabels } from './yaml-labels.js';

const LARGEST_LABELS_BYTES = 1_000_000;
const MOST_LABELS = 10_000;
const LONGEST_LABEL = 500;

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

const namesIn = (text: string): Names => {
  if (/^[[{]/.test(text)) return jsonNames(text);
  const lines = text.replaceAll(/\r\n|\r/g, '\n');
  return /^(["']?)names\1\s*:/m.test(lines) ? yamlLabels(lines) : lines.split('\n');
};

/** A list of names; or a map, of numbers to names or of names to numbers. */
const jsonNames = (text: string): Names => {
  const value = parsed(text);
  if (isRefusal(value)) return value;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return labelsRefusal('JSON labels are a list of texts, or a map.');
  return inOrder(Object.entries(value).map(named));
};

/** A map in a map is none of labels: so deep a value may be. */
const DEEPEST = 2;

const parsed = (text: string): Json | Refusal => {
  try {
    return parseQuickly(text, { depth: DEEPEST });
  } catch (error) {
    if (error instanceof JsonRefused)
      return labelsRefusal(`In the JSON at ${error.pointer} ${error.message}.`);
    if (error instanceof SyntaxError) return labelsRefusal('The file begins as JSON, and is none.');
    throw error;
  }
};

const named = ([key, value]: readonly [string, Json | undefined]): NumberedName | Refusal => {
  if (typeof value === 'string') return namedBy(key, value);
  if (typeof value !== 'number') return nameless(key);
  return Number.isInteger(value) && value >= 0
    ? { key, number: value, name: key }
    : labelsRefusal(`The key ${shown(key)} gives the number ${value}, which is no number of a label.`);
};

const refusedNames = (names: readonly string[]): Refusal | undefined => {
  if (names.length === 0) return labelsRefusal('There is no label in the file.');
  if (names.length > MOST_LABELS) return labelsRefusal(`A file has at most ${MOST_LABELS} labels.`);
  const wrong = names.findIndex((name) => name.trim() === '' || name.length > LONGEST_LABEL);
  return wrong < 0
    ? undefined
    : labelsRefusal(`The label ${wrong} is empty, or over ${LONGEST_LABEL} characters.`);
};
