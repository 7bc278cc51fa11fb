import { allEvents, allStates, type EventDefinition, type StateDefinition } from '@cairn/contracts';
import { asyncApiDocument } from './asyncapi/document.js';
import { eventSchema, publicExample, stateSchema } from './events/schema.js';
import { type Json, plain } from './json.js';
import { firstSteps } from './first-steps.js';
import { openApiDocument } from './openapi/document.js';

/** A file that is made from the contract; `path` is relative to `contracts/`. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: Json;
  /**
   * `follows`: equals the contract. `schema`: equals it, and changes only compatibly.
   * `golden`: stays as it was first written.
   */
  readonly kind: 'follows' | 'schema' | 'golden';
}

export const schemasFolder = 'schemas';
export const examplesFolder = 'schemas/examples';

const filesOf = (type: string, schema: Json, example: unknown): GeneratedFile[] => [
  { path: `${schemasFolder}/${type}.json`, content: schema, kind: 'schema' },
  { path: `${examplesFolder}/${type}.json`, content: plain(example), kind: 'golden' },
];

/** The schemas and golden examples of events and states. */
export const promisedFiles = (
  events: readonly EventDefinition[] = allEvents,
  states: readonly StateDefinition[] = allStates,
): readonly GeneratedFile[] => [
  ...events.flatMap((event) => filesOf(event.storedType, eventSchema(event), publicExample(event))),
  ...states.flatMap((state) => filesOf(state.type, stateSchema(state), state.example)),
];

/** Every file of the contract. */
export const generatedFiles = (): readonly GeneratedFile[] => [
  { path: 'openapi.json', content: openApiDocument(), kind: 'follows' },
  { path: 'asyncapi.json', content: asyncApiDocument(), kind: 'follows' },
  { path: 'first-steps.json', content: plain(firstSteps()), kind: 'follows' },
  ...promisedFiles(),
];
