import { LRUCache } from 'lru-cache';
import { storedSchema } from '../../schema.js';
import { ContentSchema } from './content-schema.js';

/** What is kept at most. Compiled, a schema takes some ten times its text. */
const MOST_SCHEMAS = 1_000;
const MOST_CHARACTERS = 4_000_000;

/** Schemas by their text. The least recently used go first; one that is larger than all the room has it alone. */
export class CompiledSchemas {
  readonly #kept: LRUCache<string, ContentSchema>;

  constructor(mostSchemas = MOST_SCHEMAS, mostCharacters = MOST_CHARACTERS) {
    this.#kept = new LRUCache({
      max: mostSchemas,
      maxSize: mostCharacters,
      sizeCalculation: (_, text) => Math.min(Math.max(text.length, 1), mostCharacters),
    });
  }

  of(text: string): ContentSchema {
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    const schema = new ContentSchema(storedSchema(text));
    this.#kept.set(text, schema);
    return schema;
  }
}

const compiled = new CompiledSchemas();

/** The schema that `schemaText` has stored as `text`. Each command asks for it, so it is kept. */
export const compiledSchema = (text: string): ContentSchema => compiled.of(text);
