/**
 * The reference policy of S1: SPEC-20 to SPEC-24 written down once more, as a table and as sentences. It imports nothing of
 * what it is compared with.
 */
import {
  type AssetAction,
  type AssetFacts,
  assetActions,
  assetKinds,
  type Facts,
  type GroupKind,
  type MembershipFacts,
  type Name,
  type ProjectFacts,
} from './facts.js';

const SEE: readonly AssetAction[] = ['read', 'execute'];
const EDIT: readonly AssetAction[] = [...SEE, 'write'];

/** SPEC-20, a row for each role: what of an asset, whether it may put new ones into the group, what of the group. */
const ROLES: Readonly<
  Record<string, { readonly asset: readonly AssetAction[]; readonly creates?: true; readonly manages?: true }>
> = {
  org_admin: { asset: assetActions, creates: true, manages: true },
  org_member: { asset: SEE, creates: true },
  team_admin: { asset: assetActions, creates: true, manages: true },
  team_member: { asset: SEE },
  project_admin: { asset: assetActions, creates: true, manages: true },
  project_editor: { asset: EDIT, creates: true },
  project_viewer: { asset: SEE },
  share_viewer: { asset: SEE },
  share_editor: { asset: EDIT },
};
/** What a permission is about when it is not about the members of a group, its roles or the group itself. */
const ASSETS = new Set(assetKinds.map((kind) => `${kind}s`));

/** Whether a role permits something: `datasets:write`, `members:read`. */
const rolePermits = ({ ownRoles }: Facts, role: Name, permission: string): boolean => {
  const [resource = '', action = ''] = permission.split(':');
  const known = ROLES[role];
  if (known === undefined) return ownRoles.get(role)?.includes(permission) === true;
  if (!ASSETS.has(resource)) return action === 'read' || known.manages === true;
  return action === 'create' ? known.creates === true : known.asset.some((each) => each === action);
};

export const isInForce = ({ now }: Facts, { until }: { readonly until?: number | undefined }): boolean =>
  until === undefined || until > now;

const membershipOf = (facts: Facts, person: Name, group: Name): MembershipFacts | undefined =>
  facts.closed.has(person)
    ? undefined
    : facts.memberships.find(
        (each) => each.person === person && each.group === group && isInForce(facts, each),
      );

/** The role of somebody in an organization that is open. */
const roleInOrganization = (facts: Facts, person: Name, organization: Name | undefined): Name | undefined =>
  organization !== undefined && facts.organizations.get(organization)?.state === 'open'
    ? membershipOf(facts, person, organization)?.role
    : undefined;

/** Whether somebody is a member of an organization that is open. */
export const isIn = (facts: Facts, person: Name, organization: Name): boolean =>
  roleInOrganization(facts, person, organization) !== undefined;

/** The roles of somebody in a team: as its member, and as an administrator of its organization. */
const rolesInTeam = (facts: Facts, person: Name, team: Name): readonly Name[] => {
  const its = facts.teams.get(team);
  const within = roleInOrganization(facts, person, its?.organization);
  if (its?.state !== 'open' || within === undefined) return [];
  const role = membershipOf(facts, person, team)?.role;
  return [...(role === undefined ? [] : [role]), ...(within === 'org_admin' ? ['team_admin'] : [])];
};

const own = (role: Name | undefined): readonly Name[] => (role === undefined ? [] : [role]);

/** What the members of the team that a project was given to are in it; its administrators administer the project. */
const roleThroughTeam = (
  facts: Facts,
  person: Name,
  { team, teamRole = 'project_editor' }: ProjectFacts,
): Name | undefined => {
  if (team === undefined || facts.teams.get(team)?.state !== 'open') return undefined;
  const role = membershipOf(facts, person, team)?.role;
  return role === 'team_admin' ? 'project_admin' : role && teamRole;
};

/** The roles of somebody in a project: as its member, through its team, as an administrator of its organization. */
const rolesInProject = (facts: Facts, person: Name, project: Name): readonly Name[] => {
  const its = facts.projects.get(project);
  const within = roleInOrganization(facts, person, its?.organization);
  if (its?.state !== 'open' || within === undefined) return [];
  return [
    ...own(membershipOf(facts, person, project)?.role),
    ...own(roleThroughTeam(facts, person, its)),
    ...(within === 'org_admin' ? ['project_admin'] : []),
  ];
};

const rolesInGroup = (facts: Facts, person: Name, kind: GroupKind, group: Name): readonly Name[] => {
  if (kind === 'team') return rolesInTeam(facts, person, group);
  if (kind === 'project') return rolesInProject(facts, person, group);
  const role = roleInOrganization(facts, person, group);
  return role === undefined ? [] : [role];
};

/** SPEC-21: of what is in an organization the owner is the owner while a member of it, or when it is deleted. */
const ownerCounts = (facts: Facts, { owner, organization }: AssetFacts): boolean =>
  organization === undefined ||
  facts.organizations.get(organization)?.state === 'deleted' ||
  roleInOrganization(facts, owner, organization) !== undefined;

/** What the visibility shows to groups: each includes those before it; `private` shows nothing. */
const rolesShown = (facts: Facts, person: Name, asset: AssetFacts): readonly Name[] => {
  const { visibility, project, organization } = asset;
  const inProject =
    visibility === 'private' || project === undefined ? [] : rolesInProject(facts, person, project);
  const isOfOrganization = visibility === 'org' || visibility === 'public';
  const inOrganization = isOfOrganization ? roleInOrganization(facts, person, organization) : undefined;
  return [...inProject, ...(inOrganization === undefined ? [] : [inOrganization])];
};

/** What an action on an asset is called among permissions: `models:write`. */
export const permissionOn = ({ kind = 'dataset' }: Pick<AssetFacts, 'kind'>, action: string): string =>
  `${kind}s:${action}`;

/** What somebody may do to an asset, as long as it is there. */
export const actionsOn = (facts: Facts, person: Name, asset: AssetFacts): ReadonlySet<AssetAction> => {
  if (facts.closed.has(person)) return new Set();
  const isOwners = ownerCounts(facts, asset);
  if (isOwners && asset.owner === person) return new Set(assetActions);
  const administers = roleInOrganization(facts, person, asset.organization) === 'org_admin';
  if (!isOwners && administers) return new Set(assetActions);
  const roles = [
    ...rolesShown(facts, person, asset),
    ...asset.shares
      .filter((share) => share.person === person && share.pending !== true && isInForce(facts, share))
      .map(({ role }) => role),
  ];
  const isAllowed = (action: AssetAction): boolean =>
    roles.some((role) => rolePermits(facts, role, permissionOn(asset, action))) ||
    (asset.visibility === 'public' && SEE.includes(action));
  // Who may not read knows nothing of it.
  return isAllowed('read') ? new Set(assetActions.filter(isAllowed)) : new Set();
};

export type Refusal = 'not_found' | 'forbidden';

/** How somebody is refused who wants to do this to an asset, `undefined` when they may. */
export const refusalOn = (
  facts: Facts,
  person: Name,
  asset: AssetFacts,
  action: AssetAction,
): Refusal | undefined => {
  const may = actionsOn(facts, person, asset);
  if (!may.has('read')) return 'not_found';
  return may.has(action) ? undefined : 'forbidden';
};

/** How somebody is refused who wants to do something in a group that a permission is for (`members:write`). */
export const refusalIn = (
  facts: Facts,
  person: Name,
  { kind, group }: { readonly kind: GroupKind; readonly group: Name },
  permission: string,
): Refusal | undefined => {
  const roles = rolesInGroup(facts, person, kind, group);
  if (roles.length === 0) return 'not_found';
  return roles.some((role) => rolePermits(facts, role, permission)) ? undefined : 'forbidden';
};

/** How somebody is refused who wants to put an asset into these groups: into the project when there is one. */
export const refusalToPlace = (
  facts: Facts,
  person: Name,
  { kind, organization, project }: Pick<AssetFacts, 'kind' | 'organization' | 'project'>,
): Refusal | undefined => {
  const permission = permissionOn({ kind }, 'create');
  if (project !== undefined) return refusalIn(facts, person, { kind: 'project', group: project }, permission);
  return organization === undefined
    ? undefined
    : refusalIn(facts, person, { kind: 'organization', group: organization }, permission);
};
