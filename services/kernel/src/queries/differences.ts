import type { Json } from '../eventlog/port.js';
import { pointerTo } from './pointer.js';

/** One change of a field; a side that is absent had no value. */
export interface FieldChange {
  /** JSON pointer into the resource. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Which fields are not told, here and in the fields beneath; `*` stands for each of them. */
export type Hidden = readonly (readonly string[])[];

/** As a projection declares them: `words`, `annotations.*.updated_at`. */
export const hiddenFields = (internal: readonly string[] = []): Hidden =>
  internal.map((path) => path.split('.'));

/**
 * Fields that differ, by JSON pointer; objects are compared field by field, arrays as a whole. What is hidden is hidden in
 * its own place alone: a field that a person gave the same name is told.
 */
export const differences = (
  before: Json | undefined,
  after: Json | undefined,
  hidden: Hidden,
  path = '',
): readonly FieldChange[] => {
  // What a change leaves as it was is the same object.
  if (before === after) return [];
  if (isObject(before) && isObject(after)) return fieldDifferences(before, after, hidden, path);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (path === '' && isObject(after)) return fieldDifferences({}, after, hidden, path);
  return [{ path, ...side('before', before), ...side('after', after) }];
};

/** A side of a change, unless it had no value. */
export const side = (name: 'before' | 'after', value: Json | undefined): Partial<FieldChange> =>
  value === undefined ? {} : { [name]: value };

type Fields = { readonly [key: string]: Json | undefined };

const fieldDifferences = (
  before: Fields,
  after: Fields,
  hidden: Hidden,
  path: string,
): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const beneath = hidden.filter(([head]) => head === key || head === '*').map(([, ...rest]) => rest);
    if (beneath.some((rest) => rest.length === 0)) return [];
    return differences(before[key], after[key], beneath, pointerTo(path, key));
  });

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
