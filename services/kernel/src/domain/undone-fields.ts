import type { JsonObject } from '@cairn/contracts';
import { pointerTo } from '../base/pointer.js';
import { same } from './fields.js';

/** What undoes a change, and JSON pointers to what stands in its way. */
export interface Undone<Fields> {
  /** The fields as they were before. */
  readonly fields: Partial<Fields>;
  /** What the change touched and a later one made something else of. */
  readonly changedSince: readonly string[];
}

/** Fields whose keys people choose: each key is changed, and undone, by itself. All others are undone whole. */
const BY_KEY: readonly string[] = ['attributes', 'aliases'];
/** What callers know the status of an asset by. */
const TOLD_AS: Readonly<Record<string, string>> = { status: 'deleted' };

/** What undoes the change from `before` to `after` of some fields, on the fields as they are now; `at` is where they stand. */
export const undoneFields = <Fields extends object>(
  before: Fields,
  after: Fields,
  current: Fields,
  at = '',
): Undone<Fields> => {
  const fields: Partial<Fields> = {};
  const changedSince: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Fields & string>) {
    if (same(before[key], after[key])) continue;
    const pointer = pointerTo(at, TOLD_AS[key] ?? key);
    if (same(current[key], after[key])) fields[key] = before[key];
    else if (!BY_KEY.includes(key)) changedSince.push(pointer);
    else {
      const undone = undoneMap(before[key], after[key], current[key], pointer);
      fields[key] = undone.value as Fields[typeof key];
      changedSince.push(...undone.changedSince);
    }
  }
  return { fields, changedSince };
};

interface UndoneMap {
  readonly value: unknown;
  readonly changedSince: readonly string[];
}

/** A map that may be absent; one that the change made is absent again when nothing else is in it. */
const undoneMap = (before: unknown, after: unknown, current: unknown, at: string): UndoneMap => {
  const undone = undoneKeys(keyed(before), keyed(after), keyed(current), at);
  const isEmpty = Object.keys(undone.value).length === 0;
  return isEmpty && !isMap(before) ? { ...undone, value: before } : undone;
};

const undoneKeys = (
  before: JsonObject,
  after: JsonObject,
  current: JsonObject,
  at: string,
): UndoneMap & { readonly value: JsonObject } => {
  const value = new Map(Object.entries(current));
  const changedSince: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [then, made, now] = [own(before, key), own(after, key), own(current, key)];
    if (same(then, made)) continue;
    const pointer = pointerTo(at, key);
    if (same(now, made)) set(value, key, then);
    else if (isMap(then) && isMap(made) && isMap(now)) {
      const undone = undoneKeys(then, made, now, pointer);
      value.set(key, undone.value);
      changedSince.push(...undone.changedSince);
    } else changedSince.push(pointer);
  }
  return { value: Object.fromEntries(value), changedSince };
};

const set = (fields: Map<string, unknown>, key: string, value: unknown): void => {
  if (value === undefined) fields.delete(key);
  else fields.set(key, value);
};

const own = (fields: JsonObject, key: string): unknown =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;
const keyed = (value: unknown): JsonObject => (isMap(value) ? value : {});
const isMap = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
