import { atOnce, type Steps } from '../clock/steps.js';
import type { Json } from '../base/json-value.js';
import { pointerTo } from '../base/pointer.js';

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
): readonly FieldChange[] => atOnce(differencesInSteps(before, after, hidden));

/** As `differences`, field by field. */
export function* differencesInSteps(
  before: Json | undefined,
  after: Json | undefined,
  hidden: Hidden,
  path = '',
): Steps<readonly FieldChange[]> {
  yield;
  // What a change leaves as it was is the same object.
  if (before === after) return [];
  if (isObject(before) && isObject(after)) return yield* fieldDifferences(before, after, hidden, path);
  if (isSameList(before, after)) return [];
  if (path === '' && isObject(after)) return yield* fieldDifferences({}, after, hidden, path);
  return [{ path, ...side('before', before), ...side('after', after) }];
}

/** A side of a change, unless it had no value. */
export const side = (name: 'before' | 'after', value: Json | undefined): Partial<FieldChange> =>
  value === undefined ? {} : name === 'before' ? { before: value } : { after: value };

type Fields = { readonly [key: string]: Json | undefined };

function* fieldDifferences(
  before: Fields,
  after: Fields,
  hidden: Hidden,
  path: string,
): Steps<readonly FieldChange[]> {
  const hiddenIn = hiddenBeneath(hidden);
  const all: (readonly FieldChange[])[] = [];
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  for (const key of [...Object.keys(before), ...added]) {
    if (before[key] === after[key]) continue;
    const beneath = hiddenIn(key);
    if (beneath.every((rest) => rest.length > 0))
      all.push(yield* differencesInSteps(before[key], after[key], beneath, pointerTo(path, key)));
  }
  return all.flat();
}

type HiddenIn = (key: string) => Hidden;
const known = new WeakMap<Hidden, HiddenIn>();

/** What is hidden in each field; made once for those that are not named, of which there may be thousands. */
const hiddenBeneath = (hidden: Hidden): HiddenIn => {
  const made = known.get(hidden) ?? hiddenBeneathAnew(hidden);
  known.set(hidden, made);
  return made;
};

const hiddenBeneathAnew = (hidden: Hidden): HiddenIn => {
  const beneath = (key: string): Hidden =>
    hidden.filter(([head]) => head === key || head === '*').map(([, ...rest]) => rest);
  const named = new Set(hidden.map(([head]) => head));
  const others = beneath('*');
  return (key) => (named.has(key) ? beneath(key) : others);
};

/** Other values than lists and objects are the same value, or differ. */
const isSameList = (before: Json | undefined, after: Json | undefined): boolean =>
  Array.isArray(before) && Array.isArray(after) && JSON.stringify(before) === JSON.stringify(after);

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
