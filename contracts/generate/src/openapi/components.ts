import type { TSchema } from '@sinclair/typebox';
import { isMap, type Json, type JsonMap, textOf } from '../json.js';
import { jsonSchemaOf } from '../schema.js';

/** Collects the named schemas of a document, so that each stands once and is referred to elsewhere. */
export class Components {
  readonly #referredTo = new Map<TSchema, Json>();
  readonly #schemas = new Map<string, JsonMap>();
  readonly #responses = new Map<string, Json>();

  /** The schema with each named part, itself too, replaced by a reference. */
  refer(schema: TSchema): Json {
    const referred = this.#referredTo.get(schema) ?? this.#referred(jsonSchemaOf(schema));
    this.#referredTo.set(schema, referred);
    return referred;
  }

  /** Keeps the response under the name and gives the reference to it. */
  respond(name: string, response: Json): JsonMap {
    this.#responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** The named schemas by name, in the order of the alphabet. */
  schemas(): JsonMap {
    return sorted(this.#schemas);
  }

  /** The named responses by name, in the order of the alphabet. */
  responses(): JsonMap {
    return sorted(this.#responses);
  }

  #referred(value: Json): Json {
    if (Array.isArray(value)) return (value as readonly Json[]).map((part) => this.#referred(part));
    if (!isMap(value)) return value;
    const { title } = value;
    const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#referred(part)]));
    if (typeof title !== 'string' || value['type'] !== 'object') return parts;
    this.#keep(title, parts);
    return { $ref: `#/components/schemas/${title}` };
  }

  #keep(name: string, schema: JsonMap): void {
    const known = this.#schemas.get(name);
    if (known && textOf(known) !== textOf(schema))
      throw new Error(`Two different schemas are named ${name}.`);
    this.#schemas.set(name, schema);
  }
}

const sorted = (entries: ReadonlyMap<string, Json>): JsonMap =>
  Object.fromEntries([...entries].sort(([one], [other]) => one.localeCompare(other, 'en')));
