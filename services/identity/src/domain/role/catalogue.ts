import {
  allOperations,
  assetResources,
  isPermissionName,
  permissions,
  type PermissionName,
} from '@cairn/contracts';

/** What a role can permit. */
export interface CataloguedPermission {
  readonly name: string;
  readonly description: string;
  readonly resource: string;
  readonly action: string;
}

/** Of persons and of the installation: no role in a group gives them. */
const OF_NO_GROUP = new Set(['me', 'admin', 'events']);

const entry = (name: string, description: string): CataloguedPermission => {
  const [resource = '', action = ''] = name.split(':');
  return { name, description, resource, action };
};

const asked = new Set<PermissionName>(allOperations.map(({ access }) => access).filter(isPermissionName));

/**
 * Every permission that an operation asks for, so that none can be forgotten, and for each kind of asset the right to put
 * new ones into a group.
 */
export const catalogue: readonly CataloguedPermission[] = [
  ...[...asked].map((name) => entry(name, permissions[name])),
  ...assetResources.map((resource) =>
    entry(`${resource}:create`, `Make ${resource} in the organization or the project`),
  ),
]
  .filter(({ resource }) => !OF_NO_GROUP.has(resource))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

const names = new Set(catalogue.map(({ name }) => name));

/** Whether an own role may name it: one of the catalogue, no wildcards. */
export const isCatalogued = (name: string): boolean => names.has(name);

/** What a role permits, written out. */
export const writtenOut = (patterns: readonly string[]): readonly string[] =>
  catalogue.filter((each) => patterns.some((pattern) => matches(pattern, each))).map(({ name }) => name);

const matches = (pattern: string, { resource, action }: CataloguedPermission): boolean => {
  const [first, second] = pattern.split(':');
  return (first === '*' || first === resource) && (second === '*' || second === action);
};
