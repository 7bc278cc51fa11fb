import { BLOB_MARK } from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import { isMap, type Json, type JsonMap, plain } from './json.js';

const anything = '^(.*)$';

/** What a schema tells the outside, as TypeBox writes it (draft 7): without the marks of blobs. */
export const toldOf = (schema: TSchema): Json => unmarked(plain(schema));

const unmarked = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(unmarked);
  if (!isMap(value)) return value;
  const { [BLOB_MARK]: _, ...told } = value;
  return mapValues(told, unmarked);
};

/**
 * A schema as JSON Schema 2020-12: tuples by `prefixItems`, maps by `additionalProperties`.
 * TypeBox writes both as draft 7 did.
 */
export const jsonSchemaOf = (schema: TSchema): JsonMap => {
  const modern = modernised(toldOf(schema));
  if (!isMap(modern)) throw new Error('A schema must be an object.');
  return modern;
};

const modernised = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(modernised);
  if (!isMap(value)) return value;
  return withoutTuple(withoutMap(mapValues(value, modernised)));
};

const mapValues = (map: JsonMap, change: (value: Json) => Json): JsonMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

const withoutTuple = (schema: JsonMap): JsonMap => {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items as Json, items: additionalItems ?? false };
};

const withoutMap = (schema: JsonMap): JsonMap => {
  const { patternProperties, ...rest } = schema;
  if (!isMap(patternProperties) || Object.keys(patternProperties).join() !== anything) return schema;
  return { ...rest, additionalProperties: patternProperties[anything] ?? true };
};
