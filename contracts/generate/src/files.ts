import { allEvents, allStates, type EventDefinition, type StateDefinition } from '@cairn/contracts';
import { asyncApiDocument } from './asyncapi/document.js';
import { eventSchema, publicExample, stateSchema } from './events/schema.js';
import { type Json, plain } from './json.js';
import { firstSteps } from './first-steps.js';
import { openApiDocument } from './openapi/document.js';

/** A file that is made from the contract. Golden examples are in git, below `contracts/`; all others below `contracts/dist/`. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: Json;
  /**
   * `document`: what a running Cairn serves. `schema`: of an event or a state, and changes only compatibly.
   * `golden`: an example, which stays as it was first written.
   */
  readonly kind: 'document' | 'schema' | 'golden';
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
  { path: 'openapi.json', content: openApiDocument(), kind: 'document' },
  { path: 'asyncapi.json', content: asyncApiDocument(), kind: 'document' },
  { path: 'first-steps.json', content: plain(firstSteps()), kind: 'document' },
  ...promisedFiles(),
];
