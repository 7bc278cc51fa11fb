import type { Json } from '../base/json-value.js';
import { isFields, valueAt } from './changes.js';
import type { Condition, Document, Filter, FindOptions, Scalar } from './port.js';

/** What a filter and a sort mean, in plain TypeScript: for lists as of a time, and what adapters are compared with. */
export const matches = (document: Document, filter: Filter): boolean =>
  Object.entries(filter.fields ?? {}).every(([field, condition]) =>
    holds(scalarAt(document, field), condition),
  ) &&
  Object.entries(filter.any ?? {}).every(([field, values]) =>
    elements(document, field).some((element) => typeof element === 'string' && values.includes(element)),
  ) &&
  mayRead(document, filter.readers) &&
  hasWords(document, filter.words);

/** The documents that match, in order, one page of them. */
export const findAmong = (documents: Iterable<Document>, options: FindOptions): readonly Document[] => {
  const descending = options.sort.startsWith('-');
  const field = descending ? options.sort.slice(1) : options.sort;
  const key = (document: Document): Key => ({ value: scalarAt(document, field), id: document.id });
  const compare = (a: Key, b: Key): number => (descending ? compareKeys(b, a) : compareKeys(a, b));
  const after = options.after && {
    ...options.after,
    value: field === 'id' ? options.after.id : options.after.value,
  };
  return [...documents]
    .filter((document) => matches(document, options.filter))
    .filter((document) => after === undefined || compare(key(document), after) > 0)
    .sort((a, b) => compare(key(a), key(b)))
    .slice(0, options.limit);
};

/** Where an element stands in a sorted list. */
export interface Key {
  readonly value: Scalar;
  readonly id: string;
}

/** The order of documents, on every engine. */
export const compareKeys = (a: Key, b: Key): number =>
  compareScalars(a.value, b.value) || compareTexts(a.id, b.id);

/** Absent and null first, then booleans and numbers, then texts. A field should hold one type. */
const compareScalars = (a: Scalar, b: Scalar): number => {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return rank(a) - rank(b) || Number(a) - Number(b) || 0;
};
const rank = (value: Scalar): number => (value === null ? 0 : typeof value === 'string' ? 2 : 1);

/** By code points, as UTF-8 bytes compare; `<` would compare UTF-16 units. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What a field is filtered and sorted by: absent is null, arrays and objects are their JSON. */
export const scalarAt = (document: Document, field: string): Scalar => {
  const value = valueAt(document, field);
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : value;
};

const holds = (value: Scalar, condition: Condition): boolean => {
  if (isList(condition)) return condition.includes(value);
  return isRange(condition) ? within(value, condition) : value === condition;
};

/** A range of values that are there: from one, inclusive, to another, exclusive; null is no bound. */
export type Range = Extract<Condition, { readonly from?: Scalar }>;

export const isList = (condition: Condition): condition is readonly Scalar[] => Array.isArray(condition);
export const isRange = (condition: Condition): condition is Range =>
  typeof condition === 'object' && condition !== null && !isList(condition);

const within = (value: Scalar, range: Range): boolean => {
  const from = range.from ?? null;
  const to = range.to ?? null;
  if (value === null) return false;
  return (
    (from === null || compareScalars(value, from) >= 0) && (to === null || compareScalars(value, to) < 0)
  );
};

const elements = (document: Document, field: string): readonly Json[] => {
  const value = valueAt(document, field);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

const mayRead = (document: Document, readers: Filter['readers']): boolean =>
  readers === undefined ||
  elements(document, readers.field).some((element) => {
    const entry = readerEntry(element);
    return (
      entry !== undefined && readers.tokens.includes(entry.token) && entry.untilMs > Date.parse(readers.at)
    );
  });

/** A reader entry of a document; without `until` for ever, with an unreadable one never. Anything else is no entry. */
export const readerEntry = (
  element: Json,
): { readonly token: string; readonly untilMs: number } | undefined => {
  if (!isFields(element)) return undefined;
  const { token, until } = element;
  return typeof token === 'string' ? { token, untilMs: endOf(until) } : undefined;
};

const endOf = (until: Json | undefined): number => {
  if (until === undefined || until === null) return Infinity;
  const untilMs = typeof until === 'string' ? Date.parse(until) : NaN;
  return Number.isNaN(untilMs) ? -Infinity : untilMs;
};

/** The distinct words of a field that a words index declares. */
export const wordsAt = (document: Document, field: string): readonly string[] => {
  const value = valueAt(document, field);
  const parts = isFields(value) ? Object.values(value) : [value];
  const words = parts.flatMap((part) => (Array.isArray(part) ? (part as readonly Json[]) : []));
  return [...new Set(words.filter((word) => typeof word === 'string'))];
};

const hasWords = (document: Document, words: Filter['words']): boolean => {
  if (words === undefined) return true;
  const present = wordsAt(document, words.field);
  const { all, prefix } = words;
  return (
    all.every((word) => present.includes(word)) &&
    (prefix === undefined || prefix === '' || present.some((word) => word.startsWith(prefix)))
  );
};
