/** Names by their numbers, which begin with 0, are given once and have no gap; `undefined` when they are not so. */
export const inOrder = (entries: readonly (readonly [number, string])[]): readonly string[] | undefined => {
  const names = new Map(entries);
  const ordered = Array.from({ length: entries.length }, (_, index) => names.get(index));
  const there = ordered.filter((name) => name !== undefined);
  return there.length === entries.length ? there : undefined;
};
