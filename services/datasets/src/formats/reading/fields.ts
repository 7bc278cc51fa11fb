import {
  type AnnotationSource,
  annotationSources,
  type AnnotationType,
  annotationTypes,
} from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { JsonFields, RecordAnnotation } from '../format.js';
import { isObject } from './json-file.js';

/** A field of a record is not what it must be. */
export class FieldInvalid extends Error {
  override readonly name = 'FieldInvalid';
}

/** An item is its text or its file: without both there is nothing to annotate, whatever the dialect. */
export const NO_CONTENT = 'the item has neither a text nor a file';

/** Absent and `null` are the same: nothing is said. */
export const textOf = (value: Json | undefined, field: string): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new FieldInvalid(`${field} is not a text`);
  return value;
};

/** Ids and labels that a tool wrote as numbers are taken as texts. */
export const wordOf = (value: Json | undefined, field: string): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value, field);

export const numberOf = (value: Json | undefined, field: string): number | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') throw new FieldInvalid(`${field} is not a number`);
  return value;
};

export const objectOf = (value: Json | undefined, field: string): JsonFields | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new FieldInvalid(`${field} is not an object`);
  return value;
};

export const listOf = (value: Json | undefined, field: string): readonly Json[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FieldInvalid(`${field} is not a list`);
  return value as readonly Json[];
};

export const wordsOf = (value: Json | undefined, field: string): readonly string[] =>
  listOf(value, field).map((word) => {
    const text = wordOf(word, field);
    if (text === undefined) throw new FieldInvalid(`${field} holds a null`);
    return text;
  });

/** Fields of two places of a record. Throws `FieldInvalid` when they say different things of one name. */
export const joined = (one: JsonFields, other: JsonFields): JsonFields => {
  const more = Object.keys(other).filter((name) => !Object.hasOwn(one, name));
  const differs = Object.keys(other).find(
    (name) => Object.hasOwn(one, name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  if (differs !== undefined) throw new FieldInvalid(`${differs} is said twice, and not the same`);
  if (more.length === 0) return one;
  if (Object.keys(one).length + more.length > MOST_FIELDS)
    throw new FieldInvalid(`an item has more than ${MOST_FIELDS} attributes`);
  return { ...one, ...other };
};

/** More than an item can hold; it bounds what rows can add to one. */
const MOST_FIELDS = 10_000;

/** Each label once, without those that a classification among the annotations says already. */
export const unclassified = (
  labels: readonly string[],
  annotations: readonly RecordAnnotation[],
): readonly string[] => {
  if (labels.length === 0) return labels;
  const classified = new Set(
    annotations.filter(({ type }) => type === 'classification').map(({ label }) => label),
  );
  return [...new Set(labels)].filter((label) => !classified.has(label));
};

/** The attributes of an object, and every field that is not known: nothing is lost. */
export const attributesBeside = (
  object: JsonFields,
  isKnown: (field: string) => boolean,
): JsonFields | undefined => {
  const own = objectOf(object['attributes'], 'attributes');
  const others = Object.entries(object).filter(([field]) => !isKnown(field));
  return others.length === 0 ? own : joined(Object.fromEntries(others), own ?? {});
};

const fieldsOfAnnotation = new Set([
  'type',
  'value',
  'id',
  'label',
  'name',
  'description',
  'confidence',
  'source',
  'ground_truth',
  'group_id',
  'parent_id',
  'attributes',
]);

/** An annotation of the native form. */
export const annotationOf = (value: Json): RecordAnnotation => {
  if (!isObject(value)) throw new FieldInvalid('an annotation is not an object');
  return {
    type: typeOf(value['type']),
    value: objectOf(value['value'], 'value') ?? {},
    ...said('id', wordOf(value['id'], 'id')),
    ...said('label', textOf(value['label'], 'label')),
    ...said('name', textOf(value['name'], 'name')),
    ...said('description', textOf(value['description'], 'description')),
    ...said('confidence', numberOf(value['confidence'], 'confidence')),
    ...said('source', sourceOf(value['source'])),
    ...said('ground_truth', flagOf(value['ground_truth'])),
    ...said('group_id', wordOf(value['group_id'], 'group_id')),
    ...said('parent_id', wordOf(value['parent_id'], 'parent_id')),
    ...said(
      'attributes',
      attributesBeside(value, (field) => fieldsOfAnnotation.has(field)),
    ),
  };
};

/** One field, or none when there is nothing to say. */
export const said = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });

const typeOf = (value: Json | undefined): AnnotationType => {
  const type = annotationTypes.find((known) => known === value);
  if (type === undefined) throw new FieldInvalid('an annotation has no type that is known');
  return type;
};

const sourceOf = (value: Json | undefined): AnnotationSource | undefined => {
  if (value === undefined || value === null) return undefined;
  const source = annotationSources.find((known) => known === value);
  if (source === undefined) throw new FieldInvalid('source is none of those that are known');
  return source;
};

const flagOf = (value: Json | undefined): boolean | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new FieldInvalid('ground_truth is not true or false');
  return value;
};
