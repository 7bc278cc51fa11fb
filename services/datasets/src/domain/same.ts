/** Whether two pieces of JSON say the same; the order of keys does not matter, absent and undefined are alike. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => same(one[key], other[key]));
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The fields of `wanted` that are there and differ from `current`. */
export const changedFields = <Fields extends object>(
  current: Fields,
  wanted: Partial<Fields>,
): Partial<Fields> => {
  const changes: Partial<Fields> = {};
  for (const key of Object.keys(wanted) as (keyof Fields)[])
    if (wanted[key] !== undefined && !same(current[key], wanted[key])) changes[key] = wanted[key];
  return changes;
};

/**
 * What undoes the change from `before` to `after` of some fields, on the fields as they are now: their values before;
 * `undefined` when one of them was changed again since.
 */
export const undoneFields = <Fields extends object>(
  before: Fields,
  after: Fields,
  current: Fields,
): Partial<Fields> | undefined => {
  const undone: Partial<Fields> = {};
  for (const key of Object.keys(after) as (keyof Fields)[]) {
    if (same(before[key], after[key])) continue;
    if (!same(current[key], after[key])) return undefined;
    undone[key] = before[key];
  }
  return undone;
};
