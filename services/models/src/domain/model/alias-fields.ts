import { type Aliases, type DomainEvent, ModelAliasMoved, ModelAliasRemoved } from '@cairn/contracts';

interface Named {
  readonly alias: string;
  readonly version_id: string;
}

/** The version that an alias names; empty: none. */
export const versionNamed = (aliases: Aliases, alias: string): string =>
  Object.hasOwn(aliases, alias) ? (aliases[alias] ?? '') : '';

export const aliasesWith = (aliases: Aliases, { alias, version_id }: Named): Aliases => ({
  ...aliases,
  [alias]: version_id,
});

export const aliasesWithout = (aliases: Aliases, alias: string): Aliases =>
  Object.fromEntries(Object.entries(aliases).filter(([each]) => each !== alias));

/** Those of a version, in order. */
export const aliasesOf = (aliases: Aliases, versionId: string): string[] =>
  Object.keys(aliases)
    .filter((alias) => aliases[alias] === versionId)
    .sort();

/** Those that name another version in one of two than in the other, as the second has them. */
export const aliasesMoved = (from: Aliases, to: Aliases): readonly Named[] =>
  Object.entries(to)
    .filter(([alias, version_id]) => versionNamed(from, alias) !== version_id)
    .map(([alias, version_id]) => ({ alias, version_id }));

/** The events that lead from some aliases to others, one for each that differs. */
export const aliasesToReach = (from: Aliases, to: Aliases): readonly DomainEvent[] => [
  ...aliasesMoved(from, to).map((named) =>
    ModelAliasMoved.of({ ...named, previous: versionNamed(from, named.alias) }),
  ),
  ...Object.entries(from)
    .filter(([alias]) => !Object.hasOwn(to, alias))
    .map(([alias, previous]) => ModelAliasRemoved.of({ alias, previous })),
];
