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
