import type { EventDefinition, StateDefinition } from '@cairn/contracts';
import type { JsonMap } from '../json.js';
import { jsonSchemaOf } from '../schema.js';

/** The JSON Schema of an event's data, whole in itself. */
export const eventSchema = (event: EventDefinition): JsonMap => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `/schemas/${event.storedType}.json`,
  ...jsonSchemaOf(event.schema),
  title: event.name,
  description: event.description,
  'x-stored-type': event.storedType,
  ...(event.personal.length === 0 ? {} : { 'x-personal-fields': event.personal }),
  ...(event.subject === undefined ? {} : { 'x-subject': event.subject }),
});

/** The JSON Schema of a published state, whole in itself. */
export const stateSchema = ({ type, schema, description }: StateDefinition): JsonMap => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `/schemas/${type}.json`,
  ...jsonSchemaOf(schema),
  description,
});
