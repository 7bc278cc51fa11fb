import type { Json } from '../../base/json-value.js';
import { valueAt } from '../changes.js';
import { readerEntry, scalarAt, wordsAt } from '../matching.js';
import type { Document } from '../port.js';
import { keyOf } from './keys.js';
import type { Shape } from './shape.js';
import { nameIn } from './shape.js';

/**
 * A document as MongoDB holds it: its JSON, and beside it what its indexes need. So it comes back as it was put, whatever
 * its keys (`$ref`, `a.b`, `_bsontype`), numbers and texts are, and an array in an indexed field is no multikey.
 */
export interface Stored {
  readonly _id: string;
  readonly doc: string;
  readonly order?: Readonly<Record<string, string>>;
  readonly any?: Readonly<Record<string, readonly string[]>>;
  readonly readers?: Readonly<Record<string, readonly Reader[]>>;
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** `until` in milliseconds since 1970; `Infinity` for ever. */
export interface Reader {
  readonly token: string;
  readonly until: number;
}

/** `text` is the JSON of the document. */
export const storedOf = ({ fields }: Shape, document: Document, text: string): Stored => ({
  _id: document.id,
  doc: text,
  ...side('order', fields.order, (field) => keyOf(scalarAt(document, field))),
  ...side('any', fields.any, (field) => textsIn(elements(document, field))),
  ...side('readers', fields.readers, (field) => readersIn(elements(document, field))),
  ...side('words', fields.words, (field) => wordsAt(document, field)),
});

export const documentOf = ({ doc }: Pick<Stored, 'doc'>): Document => JSON.parse(doc) as Document;

/** Nothing when a collection has no such indexes. */
const side = <Value>(
  name: string,
  fields: ReadonlySet<string>,
  valueOf: (field: string) => Value,
): Readonly<Record<string, Readonly<Record<string, Value>>>> =>
  fields.size === 0
    ? {}
    : { [name]: Object.fromEntries(Array.from(fields, (field) => [nameIn(field), valueOf(field)])) };

const elements = (document: Document, field: string): readonly Json[] => {
  const value = valueAt(document, field);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

const textsIn = (values: readonly Json[]): readonly string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

/** The latest end of each token. */
const readersIn = (values: readonly Json[]): readonly Reader[] => {
  const latest = new Map<string, number>();
  for (const value of values) {
    const entry = readerEntry(value);
    if (entry) latest.set(entry.token, Math.max(entry.untilMs, latest.get(entry.token) ?? -Infinity));
  }
  return Array.from(latest, ([token, until]) => ({ token, until }));
};
