import type { Json } from '@cairn/kernel';
import { withoutContent } from '../column-names.js';
import type { FileContent, JsonFields, RecordAnnotation } from '../format.js';
import {
  annotationOf,
  attributesBeside,
  FieldInvalid,
  listOf,
  NO_CONTENT,
  numberOf,
  objectOf,
  said,
  textOf,
  unclassified,
  wordOf,
  wordsOf,
} from '../reading/fields.js';
import { nameOfAddress } from '../reading/item-file.js';
import { isObject, type JsonObject } from '../reading/json-file.js';
import { CodePoints, spanOf } from '../reading/spans.js';
import { type KeyRules, type Keys, keysOf } from './keys.js';

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
  'file_name',
  'label',
  'labels',
  'entities',
  'annotations',
  'split',
  'splits',
  'attributes',
]);

/** How objects are read. */
export interface DialectRules extends KeyRules {
  /** Cairn wrote it: an item that is nothing but a name comes back. */
  readonly native: boolean;
}

/** Reads an object in whichever dialect it is written. Throws `FieldInvalid`. */
export const toldBy = (object: JsonObject, raw: string, rules: DialectRules): Told => {
  if (isConversation(object))
    return {
      ...said('id', wordOf(object['id'], 'id')),
      text: raw.trim(),
      labels: [],
      annotations: [],
    };
  const keys = keysOf(object, rules);
  const text = valueOf(object, keys.text);
  if (!rules.native) refuseEmpty(object, keys);
  return {
    ...said('id', wordOf(object['id'], 'id')),
    ...nameOfAddress(valueOf(object, keys.address)),
    ...said('name', textOf(object['name'], 'name')),
    ...said('description', textOf(object['description'], 'description')),
    ...said('text', text),
    ...said('file_name', valueOf(object, keys.file_name)),
    ...said('fileFacts', fileFactsOf(object)),
    ...marksOf(object, keys.label, text ?? ''),
    ...said('splits', splitsOf(object)),
    ...said(
      'attributes',
      attributesBeside(object, (field) => isTold(field, object, keys)),
    ),
  };
};

/** A dialogue is kept as it stands there. */
export const isConversation = (object: JsonObject): boolean =>
  Array.isArray(object['messages']) && object['text'] === undefined && object['annotations'] === undefined;

const refuseEmpty = (object: JsonObject, { text, file_name, address }: Keys): void => {
  if (file_name !== undefined || address !== undefined || (valueOf(object, text) ?? '') !== '') return;
  throw new FieldInvalid(`${NO_CONTENT}: ${withoutContent('its keys are', Object.keys(object))}`);
};

const valueOf = (object: JsonObject, key: string | undefined): string | undefined =>
  key === undefined ? undefined : textOf(object[key], key);

/** `label` is a name, a list of names, or doccano's list of spans; `entities` are doccano's newer spans. */
const marksOf = (
  object: JsonObject,
  labelKey: string | undefined,
  text: string,
): Pick<Told, 'labels' | 'annotations'> => {
  const labels: string[] = [...wordsOf(object['labels'], 'labels')];
  const annotations = listOf(object['annotations'], 'annotations').map(annotationOf);
  const points = new CodePoints(text);
  for (const mark of marksAt(object, labelKey)) {
    if (Array.isArray(mark)) annotations.push(tupleSpan(points, mark as readonly Json[]));
    else labels.push(...said1(wordOf(mark, 'label')));
  }
  for (const entity of listOf(object['entities'], 'entities')) annotations.push(entitySpan(points, entity));
  return { labels: unclassified(labels, annotations), annotations };
};

/** `labels`, `entities` and `annotations` are told apart from a label by their own names. */
const marksAt = (object: JsonObject, key: string | undefined): readonly Json[] => {
  const isOther = key !== undefined && !fieldsOfItem.has(key);
  const marks = object[isOther ? key : 'label'] ?? null;
  return Array.isArray(marks) ? (marks as readonly Json[]) : [marks];
};

const said1 = (word: string | undefined): readonly string[] => (word === undefined ? [] : [word]);

const tupleSpan = (points: CodePoints, [start, end, label]: readonly Json[]): RecordAnnotation => {
  const name = wordOf(label, 'label');
  if (typeof start !== 'number' || typeof end !== 'number' || name === undefined)
    throw new FieldInvalid('a span is not [start, end, "label"]');
  return spanOf(points, start, end, name);
};

const fieldsOfEntity = new Set(['id', 'label', 'start_offset', 'end_offset', 'attributes']);

const entitySpan = (points: CodePoints, entity: Json): RecordAnnotation => {
  if (!isObject(entity)) throw new FieldInvalid('an entity is not an object');
  const start = numberOf(entity['start_offset'], 'start_offset');
  const end = numberOf(entity['end_offset'], 'end_offset');
  const label = wordOf(entity['label'], 'label');
  if (start === undefined || end === undefined || label === undefined)
    throw new FieldInvalid('an entity needs label, start_offset and end_offset');
  return {
    ...spanOf(points, start, end, label),
    ...said('id', wordOf(entity['id'], 'id')),
    ...said(
      'attributes',
      attributesBeside(entity, (field) => fieldsOfEntity.has(field)),
    ),
  };
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

/** Whether a field says something of the item itself: `file` where there is one. */
const isTold = (key: string, object: JsonObject, { text, file_name, label }: Keys): boolean => {
  if (key === 'file') return hasFileFacts(object);
  return fieldsOfItem.has(key) || key === text || key === file_name || key === label;
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
