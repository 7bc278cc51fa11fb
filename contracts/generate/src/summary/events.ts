import { allEvents, allStates, type EventDefinition, type StateDefinition } from '@cairn/contracts';
import { headersSchema } from '../asyncapi/headers.js';
import { eventSchema, stateSchema } from '../events/schema.js';
import type { JsonMap } from '../json.js';
import { digester } from './digest.js';
import { fieldsOf } from './shape.js';

/** A line for the headers of messages, each event and each state that is published. */
export const linesOfEvents = (
  events: readonly EventDefinition[] = allEvents,
  states: readonly StateDefinition[] = allStates,
): readonly string[] => {
  const digestOf = digester();
  const line = (name: string, schema: JsonMap): string =>
    [`${name} ${fieldsOf(schema)}`.trim(), digestOf(schema)].join(' | ');
  return [
    line('headers', headersSchema),
    ...events.map((event) => line(event.storedType, eventSchema(event))),
    ...states.map((state) => line(state.type, stateSchema(state))),
  ];
};
