import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** An id that the server makes, a UUID in lower case. */
export const Uuid = Type.String({ format: 'uuid' });

/** RFC 3339, UTC, milliseconds and `Z` (decisions, section 2, *Times*). */
export const Time = Type.String({ format: 'date-time' });

/** Any JSON object. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
export type JsonObject = Static<typeof JsonObject>;

/** A name that a person gives: not empty, at most 200 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 200 });

/** A description or notes. */
export const Prose = Type.String({ maxLength: 10_000 });

/** A string of JSON as a caller may send it: the text itself, or a value that is stringified (decision 15). */
export const JsonText = Type.Union([
  Type.String({ maxLength: 1_000_000 }),
  JsonObject,
  Type.Array(Type.Unknown()),
]);

/** A field that an explicit `null` clears (decision 14). */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** One of a closed list of words. */
export const OneOf = <const Words extends readonly string[]>(
  words: Words,
  options: { description?: string } = {},
) => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });

/** What every stored record begins with. */
export const recordFields = { id: Uuid, created_at: Time, updated_at: Time };

/** What a record has that a person names. */
export const namedFields = { ...recordFields, name: Type.String(), description: Type.String() };
