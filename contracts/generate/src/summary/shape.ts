import { isMap, type Json, type JsonMap } from '../json.js';

const mapAt = (schema: JsonMap, word: string): JsonMap => {
  const found = schema[word];
  return isMap(found) ? found : {};
};
const listAt = (schema: JsonMap, word: string): readonly Json[] => {
  const found = schema[word];
  return Array.isArray(found) ? (found as readonly Json[]) : [];
};

/** The name that a reference ends with. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The fields of an object schema in a line, `!` behind those that are required: `id! tags owner:(name!)`. */
export const fieldsOf = (schema: JsonMap): string => {
  const required = new Set(listAt(schema, 'required').map(String));
  const fields = Object.entries(mapAt(schema, 'properties')).map(([name, property]) => {
    const within = shapeOf(property);
    return `${name}${required.has(name) ? '!' : ''}${within === '' ? '' : `:${within}`}`;
  });
  const others = shapeOf(schema['additionalProperties'] ?? true);
  return [...fields, ...(others === '' ? [] : [`*:${others}`])].join(' ');
};

/** What a schema holds: `Name` of one that is named, `(…)` of an object, `[…]` of a list, nothing of a plain value. */
export const shapeOf = (schema: Json): string => {
  if (!isMap(schema)) return '';
  const { $ref } = schema;
  if (typeof $ref === 'string') return nameOf($ref);
  const lists = [schema['items'], ...listAt(schema, 'prefixItems')].map((items) => shapeOf(items ?? false));
  const fields = fieldsOf(schema);
  const ways = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => listAt(schema, word).map(shapeOf));
  const shapes = [...lists.map(inList), fields === '' ? '' : `(${fields})`, ...ways];
  return [...new Set(shapes.filter((shape) => shape !== ''))].join('|');
};

const inList = (shape: string): string => (shape === '' ? '' : `[${shape}]`);
