import { isMap, type Json, type JsonMap } from '../json.js';

/**
 * Replaces every reference within a document by what it refers to. What is referred to twice is one object, so that the whole
 * is no larger in memory than the document.
 */
export const resolverOf = (document: JsonMap): ((value: Json) => Json) => {
  const known = new Map<string, Json>();
  const under = new Set<string>();

  const target = (ref: string): Json => {
    const found = known.get(ref);
    if (found !== undefined) return found;
    if (under.has(ref)) throw new Error(`${ref} refers to itself`);
    under.add(ref);
    const value = resolve(targetOf(document, ref));
    under.delete(ref);
    known.set(ref, value);
    return value;
  };

  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(resolve);
    if (!isMap(value)) return value;
    const { $ref, ...beside } = value;
    const parts = Object.fromEntries(Object.entries(beside).map(([key, part]) => [key, resolve(part)]));
    return typeof $ref === 'string' ? { ...(target($ref) as JsonMap), ...parts } : parts;
  };
  return resolve;
};

/** What a reference of a document refers to. */
export const targetOf = (document: JsonMap, ref: string): Json => {
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((place, name) => (isMap(place) ? place[name] : undefined), document);
  if (found === undefined) throw new Error(`${ref} refers to nothing`);
  return found;
};
