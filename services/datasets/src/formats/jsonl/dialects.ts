import type { Json } from '@cairn/kernel';
import type { FileContent, JsonFields, RecordAnnotation } from '../format.js';
import {
  annotationOf,
  FieldInvalid,
  joined,
  listOf,
  numberOf,
  objectOf,
  said,
  textOf,
  unclassified,
  wordOf,
  wordsOf,
} from '../reading/fields.js';
import { isObject, type JsonObject } from '../reading/json-file.js';
import { CodePoints, spanOf } from '../reading/spans.js';

/** What an object tells of an item, before its file and its splits are looked up. */
export interface Told {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly text?: string;
  readonly file_name?: string;
  /** What the path of the file does not tell. */
  readonly fileFacts?: Pick<FileContent, 'name' | 'contentType'>;
  readonly labels: readonly string[];
  readonly annotations: readonly RecordAnnotation[];
  readonly splits?: readonly string[];
  readonly attributes?: JsonFields;
}

const fieldsOfItem = new Set([
  'id',
  'name',
  'description',
  'text',
  'data',
  'file_name',
  'label',
  'labels',
  'entities',
  'annotations',
  'split',
  'splits',
  'attributes',
]);

/** Reads an object in whichever dialect it is written. Throws `FieldInvalid`. */
export const toldBy = (object: JsonObject, raw: string): Told => {
  if (
    Array.isArray(object['messages']) &&
    object['text'] === undefined &&
    object['annotations'] === undefined
  )
    return {
      ...said('id', wordOf(object['id'], 'id')),
      text: raw.trim(),
      labels: [],
      annotations: [],
    };
  const text = textOf(object['text'], 'text') ?? textOf(object['data'], 'data');
  const file_name = textOf(object['file_name'], 'file_name');
  if (text === undefined && file_name === undefined)
    throw new FieldInvalid('the record has neither text nor file_name');
  return {
    ...said('id', wordOf(object['id'], 'id')),
    ...said('name', textOf(object['name'], 'name')),
    ...said('description', textOf(object['description'], 'description')),
    ...said('text', text),
    ...said('file_name', file_name),
    ...said('fileFacts', fileFactsOf(object)),
    ...marksOf(object, text ?? ''),
    ...said('splits', splitsOf(object)),
    ...said('attributes', attributesOf(object)),
  };
};

/** `label` is a name, a list of names, or doccano's list of spans; `entities` are doccano's newer spans. */
const marksOf = (object: JsonObject, text: string): Pick<Told, 'labels' | 'annotations'> => {
  const labels: string[] = [...wordsOf(object['labels'], 'labels')];
  const annotations = listOf(object['annotations'], 'annotations').map(annotationOf);
  const points = new CodePoints(text);
  const marks = object['label'];
  for (const mark of Array.isArray(marks) ? (marks as readonly Json[]) : [marks ?? null]) {
    if (Array.isArray(mark)) annotations.push(tupleSpan(points, mark as readonly Json[]));
    else labels.push(...said1(wordOf(mark, 'label')));
  }
  for (const entity of listOf(object['entities'], 'entities')) annotations.push(entitySpan(points, entity));
  return { labels: unclassified(labels, annotations), annotations };
};

const said1 = (word: string | undefined): readonly string[] => (word === undefined ? [] : [word]);

const tupleSpan = (points: CodePoints, [start, end, label]: readonly Json[]): RecordAnnotation => {
  const name = wordOf(label, 'label');
  if (typeof start !== 'number' || typeof end !== 'number' || name === undefined)
    throw new FieldInvalid('a span is not [start, end, "label"]');
  return spanOf(points, start, end, name);
};

const entitySpan = (points: CodePoints, entity: Json): RecordAnnotation => {
  if (!isObject(entity)) throw new FieldInvalid('an entity is not an object');
  const start = numberOf(entity['start_offset'], 'start_offset');
  const end = numberOf(entity['end_offset'], 'end_offset');
  const label = wordOf(entity['label'], 'label');
  if (start === undefined || end === undefined || label === undefined)
    throw new FieldInvalid('an entity needs label, start_offset and end_offset');
  return { ...spanOf(points, start, end, label), ...said('id', wordOf(entity['id'], 'id')) };
};

/** One name is taken for a list of it. */
const splitsOf = (object: JsonObject): readonly string[] | undefined => {
  const split = wordOf(object['split'], 'split');
  const told = object['splits'] ?? undefined;
  if (split === undefined && told === undefined) return undefined;
  const splits =
    Array.isArray(told) || told === undefined ? wordsOf(told, 'splits') : said1(textOf(told, 'splits'));
  return [...new Set([...said1(split), ...splits])];
};

/** The attributes, and every field that an item has no place for. */
const attributesOf = (object: JsonObject): JsonFields | undefined => {
  const own = objectOf(object['attributes'], 'attributes');
  const others = Object.entries(object).filter(([key]) => !isTold(key, object));
  return others.length === 0 ? own : joined(Object.fromEntries(others), own ?? {});
};

/** Whether a field says something of the item itself: `data` only where it is the text, `file` where there is one. */
const isTold = (key: string, object: JsonObject): boolean => {
  if (key === 'data') return typeof object['text'] !== 'string';
  if (key === 'file') return hasFileFacts(object);
  return fieldsOfItem.has(key);
};

const hasFileFacts = (object: JsonObject): boolean =>
  typeof object['file_name'] === 'string' && isObject(object['file']);

/** The native form's `file`: its name and its type where the path says another. */
const fileFactsOf = (object: JsonObject): Told['fileFacts'] => {
  if (!hasFileFacts(object)) return undefined;
  const facts = objectOf(object['file'], 'file') ?? {};
  const contentType = textOf(facts['content_type'], 'content_type');
  if (contentType !== undefined && !MEDIA_TYPE.test(contentType))
    throw new FieldInvalid('content_type is no media type');
  return { ...said('name', textOf(facts['name'], 'name')), ...said('contentType', contentType) };
};

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;[\x20-\x7e]{0,100})?$/;
