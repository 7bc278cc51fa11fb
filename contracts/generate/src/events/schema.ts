import { Encrypted, type EventDefinition, type StateDefinition } from '@cairn/contracts';
import { type Json, type JsonMap, plain } from '../json.js';
import { jsonSchemaOf } from '../schema.js';

/** The JSON Schema of an event's data as they are published, whole in itself: personal fields encrypted, none of the inside. */
export const eventSchema = (event: EventDefinition): JsonMap => {
  const personal = event.personal.filter((field) => !event.internal.includes(field));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `/schemas/${event.storedType}.json`,
    ...publicSchema(event, jsonSchemaOf(event.schema)),
    title: event.name,
    description: event.description,
    'x-stored-type': event.storedType,
    ...(personal.length === 0 ? {} : { 'x-personal-fields': personal }),
    ...(event.subject === undefined ? {} : { 'x-subject': event.subject }),
  };
};

/** What is promised of an event's data, of their whole schema. */
export const publicSchema = (
  { personal, internal }: Pick<EventDefinition, 'personal' | 'internal'>,
  schema: JsonMap,
): JsonMap => {
  const { properties, required, ...whole } = schema;
  if (properties === undefined) return schema;
  const isPublic = (field: string): boolean => !internal.includes(field);
  const told = Object.entries(properties as JsonMap)
    .filter(([field]) => isPublic(field))
    .map(([field, value]) => [field, personal.includes(field) ? sealedSchema : value] as const);
  const needed = ((required ?? []) as readonly string[]).filter(isPublic);
  return {
    ...whole,
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: Object.fromEntries(told),
  };
};

const sealedSchema: JsonMap = { ...jsonSchemaOf(Encrypted), 'x-personal': true };

const SEALED = 'AAECAwQFBgcICQoLDA0ODw==';

/** The example of an event's data as they are published. */
export const publicExample = ({ example, personal, internal }: EventDefinition): JsonMap => {
  const shown = Object.entries(plain(example) as JsonMap).filter(([field]) => !internal.includes(field));
  const sealed = (field: string, value: Json): Json =>
    personal.includes(field) && typeof value === 'string' ? { encrypted: SEALED } : value;
  return Object.fromEntries(shown.map(([field, value]) => [field, sealed(field, value)]));
};

/** The JSON Schema of a published state, whole in itself. */
export const stateSchema = ({ type, schema, description }: StateDefinition): JsonMap => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `/schemas/${type}.json`,
  ...jsonSchemaOf(schema),
  description,
});
