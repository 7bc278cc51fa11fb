import type { TSchema } from '@sinclair/typebox';

/** Drops what a schema does not name and writes ids in lower case; gives a new value where something was an object. */
export type Prune = (value: unknown) => unknown;

/**
 * Leaves of a body only the fields of its schema (TRAP-14): unknown and server-owned fields never reach a handler.
 * Where several shapes are possible, the fields of all of them stay.
 */
export const pruningOf = (schema: TSchema): Prune => {
  const options = optionsOf(schema);
  if (options !== undefined) return pruneToOneOf(options);
  if (isId(schema)) return inLowerCase;
  if (schema['type'] === 'array' && isSchema(schema['items'])) return pruneEach(pruningOf(schema['items']));
  const properties = propertiesOf(schema);
  return properties === undefined ? whole : pruneTo(properties);
};

const whole: Prune = (value) => value;

/** Whether a schema is that of a UUID: sent in any case (RFC 9562, section 4), kept and compared in lower case. */
export const isId = (schema: TSchema): boolean => schema['format'] === 'uuid';
const inLowerCase: Prune = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

const optionsOf = (schema: TSchema): readonly TSchema[] | undefined =>
  ['anyOf', 'oneOf', 'allOf']
    .map((keyword) => schema[keyword] as readonly TSchema[] | undefined)
    .find((found) => found !== undefined);

/** `undefined` for what is no object, and for objects of any fields. */
const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> | undefined =>
  schema['type'] !== 'object' ||
  schema['patternProperties'] !== undefined ||
  isSchema(schema['additionalProperties']) ||
  schema['additionalProperties'] === true
    ? undefined
    : (schema['properties'] as Readonly<Record<string, TSchema>> | undefined);

const pruneTo = (properties: Readonly<Record<string, TSchema>>): Prune => {
  const known = Object.entries(properties).map(([name, schema]) => [name, pruningOf(schema)] as const);
  return (value) => {
    if (!isObject(value)) return value;
    const pruned: Record<string, unknown> = {};
    for (const [name, prune] of known) if (Object.hasOwn(value, name)) pruned[name] = prune(value[name]);
    return pruned;
  };
};

const pruneEach =
  (prune: Prune): Prune =>
  (value) =>
    Array.isArray(value) ? value.map(prune) : value;

const pruneToOneOf = (options: readonly TSchema[]): Prune => {
  const objects = options.filter((option) => option['type'] === 'object');
  const shapes = objects.map(propertiesOf);
  const named = shapes.filter((shape) => shape !== undefined);
  const ofObject =
    objects.length === 0 || named.length < objects.length
      ? whole
      : pruneTo(Object.assign({}, ...named) as Record<string, TSchema>);
  const array = options.find((option) => option['type'] === 'array');
  const ofArray = array === undefined ? whole : pruningOf(array);
  const texts = options.filter((option) => option['type'] === 'string');
  const ofText = texts.length > 0 && texts.every(isId) ? inLowerCase : whole;
  return (value) => {
    if (typeof value === 'string') return ofText(value);
    return Array.isArray(value) ? ofArray(value) : ofObject(value);
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: unknown): value is TSchema => isObject(value);
