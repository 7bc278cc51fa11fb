import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** An id that the server makes, a UUID in lower case. */
export const Uuid = Type.String({ format: 'uuid' });

/** RFC 3339, UTC, milliseconds and `Z` (SPEC-times). */
export const Time = Type.String({ format: 'date-time' });

/** Any JSON object. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
export type JsonObject = Static<typeof JsonObject>;

/**
 * A character that can be seen: no blank, control, mark of direction, joiner, selector or filler, and not the empty
 * Braille cell.
 */
export const SEEN = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const nameLengths = { minLength: 1, maxLength: 200 };

/** A name that a person gives: at most 200 characters, one of which can be seen. For bodies. */
export const Name = Type.String({
  ...nameLengths,
  pattern: SEEN.source,
  description: 'Holds at least one character that can be seen.',
});

/** How names that must be unique are kept and told apart. */
const kept = (where: string): string =>
  'Kept without blanks and invisible characters around it, with one blank where there are several, in NFC; unique' +
  `${where} by compatibility form (NFKC) and whatever its case.`;

/** Of what is found by its name, among all: ` in the version` says among which. */
export const uniqueName = (where = '') =>
  Type.String({ ...nameLengths, pattern: SEEN.source, description: kept(where) });
export const UniqueName = uniqueName(' in the version');

/** The same in a change: one that is there already may be sent again as it is. */
export const ChangedUniqueName = Type.String({ ...nameLengths, description: kept(' in the version') });

/** A description or notes. */
export const Prose = Type.String({ maxLength: 10_000 });

/** A string of JSON as a caller may send it: the text itself, or a value that is stringified (TRAP-15). */
export const JsonText = Type.Union([
  Type.String({ maxLength: 1_000_000 }),
  JsonObject,
  Type.Array(Type.Unknown()),
]);

/** A field that an explicit `null` clears (TRAP-14). */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** One of a closed list of words. */
export const OneOf = <const Words extends readonly string[]>(
  words: Words,
  options: { description?: string } = {},
) => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });

/**
 * One of a list of words that may grow. An event says its words so: whoever reads it passes over a word that was added
 * later, and a closed list could never take one.
 */
export const OpenWord = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({
    type: 'string',
    description: `${words.map((word) => (word === '' ? 'Empty' : `\`${word}\``)).join(', ')}, or a word that is added later.`,
  });

/** What every stored record begins with. */
export const recordFields = { id: Uuid, created_at: Time, updated_at: Time };

/** What a record has that a person names. */
export const namedFields = { ...recordFields, name: Type.String(), description: Type.String() };
