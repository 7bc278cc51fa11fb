import { allEvents, type EventDefinition } from '@cairn/contracts';
import { eventSchema } from './events/schema.js';
import { type Json, plain } from './json.js';
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

const filesOf = (event: EventDefinition): GeneratedFile[] => [
  { path: `${schemasFolder}/${event.storedType}.json`, content: eventSchema(event), kind: 'schema' },
  { path: `${examplesFolder}/${event.storedType}.json`, content: plain(event.example), kind: 'golden' },
];

/** Every file of the contract. */
export const generatedFiles = (events: readonly EventDefinition[] = allEvents): readonly GeneratedFile[] => [
  { path: 'openapi.json', content: openApiDocument(), kind: 'follows' },
  ...events.flatMap(filesOf),
];
