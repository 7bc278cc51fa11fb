import { storedSchema } from '../../schema.js';
import { ContentSchema } from './content-schema.js';

/** What is kept at most. Compiled, a schema takes some ten times its text. */
const MOST_SCHEMAS = 1_000;
const MOST_CHARACTERS = 4_000_000;

/** Schemas by their text. Those that were not asked for the longest go first; the last one always stays. */
export class CompiledSchemas {
  /** In the order in which they were last asked for. */
  readonly #kept = new Map<string, ContentSchema>();
  #characters = 0;

  constructor(
    private readonly mostSchemas = MOST_SCHEMAS,
    private readonly mostCharacters = MOST_CHARACTERS,
  ) {}

  of(text: string): ContentSchema {
    const schema = this.#taken(text) ?? new ContentSchema(storedSchema(text));
    this.#kept.set(text, schema);
    this.#characters += text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.mostSchemas && this.#characters <= this.mostCharacters) break;
      if (oldest !== text) this.#taken(oldest);
    }
    return schema;
  }

  #taken(text: string): ContentSchema | undefined {
    const schema = this.#kept.get(text);
    if (this.#kept.delete(text)) this.#characters -= text.length;
    return schema;
  }
}

const compiled = new CompiledSchemas();

/** The schema that `schemaText` has stored as `text`. Each command asks for it, so it is kept. */
export const compiledSchema = (text: string): ContentSchema => compiled.of(text);
