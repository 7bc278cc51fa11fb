import { annotationSources, annotationTypes } from '@cairn/contracts';
import fc from 'fast-check';
import type { FileContent, ImportRecord, JsonFields, RecordAnnotation } from '../index.js';
import { uploadOf } from './uploads.js';

/** For specs: records as a property test needs them, with what tables and formulas stumble over. */
const awkward = fc.constantFrom(
  '=1+1',
  '+',
  '-5',
  '@a',
  "'=x",
  "''",
  '\t',
  '"',
  'a"b',
  'a,b;c|d',
  '\r\n',
  '\n',
  '😀',
  'é\u0301',
  ' a ',
  '[',
  '{}',
);
export const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((joined) => !joined.includes('\0') && joined.isWellFormed());
export const word = text.filter((value) => value !== '');

const safeKey = word.filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }))
  .map((value) => (value === 0 ? 0 : value));
const json = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 }));
export const jsonFields = fc
  .array(fc.tuple(safeKey, json), { maxLength: 3 })
  .map((fields): JsonFields => Object.fromEntries(fields));
export const textFields = fc
  .array(fc.tuple(safeKey, word), { maxLength: 3 })
  .map((fields): JsonFields => Object.fromEntries(fields));

export const rectangle = fc.record({ x: number, y: number, width: number, height: number });

/** With every field that an annotation can have. */
export const annotation: fc.Arbitrary<RecordAnnotation> = fc.record(
  {
    type: fc.constantFrom(...annotationTypes),
    value: fc.oneof(jsonFields, rectangle),
    label: word,
    name: text,
    description: text,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value || 0),
    source: fc.constantFrom(...annotationSources),
    ground_truth: fc.boolean(),
    group_id: word,
    parent_id: word,
    attributes: jsonFields,
  },
  { requiredKeys: ['type', 'value'] },
);

export const file = fc.uint8Array({ maxLength: 300 }).map((bytes): FileContent => {
  const upload = uploadOf('file', bytes);
  return { size: upload.size, open: () => upload.open() };
});

const place = { kind: 'item', where: { file: 'spec' } } as const;

/** A record whose id is its place in the list, as the ids of items are unique. */
export const recordsOf = (
  fields: fc.Arbitrary<Omit<ImportRecord, 'kind' | 'where' | 'id'>>,
): fc.Arbitrary<ImportRecord[]> =>
  fc
    .array(fields, { maxLength: 5 })
    .map((records) => records.map((record, index) => ({ ...record, ...place, id: `item-${index}` })));
