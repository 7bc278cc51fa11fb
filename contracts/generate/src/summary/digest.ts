import { createHash } from 'node:crypto';
import { isMap, type Json, type JsonMap } from '../json.js';

/** What is said to people, and decides nothing. */
const TEXTS = new Set(['title', 'summary', 'description', 'example', 'examples']);
/** Whose keys are names that somebody chose: a field may be called `title`. */
const NAMED = new Set(['properties', 'patternProperties', 'headers', 'content', 'responses']);
/** Whose value is data. */
const DATA = new Set(['const', 'default', 'enum']);

/** A value without texts, its keys in one order. What was looked at stays known: resolved parts occur many times. */
const bare = (value: Json, known: Map<Json, Json>): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((part) => bare(part, known));
  if (!isMap(value)) return value;
  const done = known.get(value) ?? bareMap(value, known);
  known.set(value, done);
  return done;
};

const bareMap = (map: JsonMap, known: Map<Json, Json>): JsonMap =>
  fromSorted(map, (key, value) => {
    if (TEXTS.has(key)) return undefined;
    if (DATA.has(key)) return value;
    if (!NAMED.has(key) || !isMap(value)) return bare(value, known);
    return fromSorted(value, (_, named) => bare(named, known));
  });

const fromSorted = (map: JsonMap, change: (key: string, value: Json) => Json | undefined): JsonMap => {
  const changed = Object.keys(map)
    .sort()
    .map((key) => [key, change(key, map[key] ?? null)] as const)
    .filter((entry): entry is readonly [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(changed);
};

/** Makes digests of what schemas and operations mean: two that differ in texts alone have the same. */
export const digester = (): ((value: Json) => string) => {
  const known = new Map<Json, Json>();
  return (value) =>
    createHash('sha256')
      .update(JSON.stringify(bare(value, known)))
      .digest('hex')
      .slice(0, 12);
};
