import {
  ALONE,
  type Clock,
  type Grant,
  type Group,
  type PlacedAsset,
  type Reach,
  type Rights,
  type Standing,
  timestamp,
  tokens,
} from '@cairn/kernel';
import {
  isInForce,
  type Membership,
  membership,
  membershipIn,
  membershipsOf,
} from '../domain/membership/state.js';
import type { OrganizationState } from '../domain/organization/state.js';
import { type KnownProject, project, type ProjectState } from '../domain/project/state.js';
import { role } from '../domain/role/state.js';
import { type RoleFacts, systemRoleById } from '../domain/role/system-roles.js';
import type { TeamState } from '../domain/team/state.js';
import { user } from '../domain/user/state.js';
import {
  administers,
  type Around,
  isOpenOrganization,
  isOpenProject,
  isOpenTeam,
  type Member,
  memberOf,
  organizationGrants,
  projectGrants,
  teamGrants,
} from './grants.js';
import { keyFacts } from './key-facts.js';
import { pastTips } from './past-tips.js';
import {
  organizationOf,
  type Place,
  placeAround,
  placeOf,
  projectOf,
  surroundings,
  teamOf,
} from './places.js';
import type { Tips } from './tips.js';

export type { Tips } from './tips.js';

/** The same with a deleted or disabled group as if it were open: who may bring it back holds something in it. */
export const reviving = (tips: Tips, { kind, id }: Group): Tips => ({
  current: async (aggregate, streamId) => {
    const { state } = await tips.current(aggregate, streamId);
    const isIt = aggregate.category === kind && streamId === id;
    return { state: isIt && isClosed(state) ? revived(state) : state };
  },
});

/** What groups have that can be closed. */
interface Closable {
  readonly status: string;
  readonly content?: { readonly disabled?: boolean };
}
const isClosed = (state: unknown): state is Closable =>
  typeof state === 'object' &&
  state !== null &&
  'status' in state &&
  (state.status === 'deleted' || (state as Closable).content?.disabled === true);
const revived = <State extends Closable>(state: State): State => ({
  ...state,
  status: 'live',
  ...(state.content === undefined ? {} : { content: { ...state.content, disabled: false } }),
});

/**
 * What people hold in groups, from the streams of identity as they are now: each is read on at its tip. An asset in no
 * group asks none; one in a group those of the person, the owner, the organization and the project at once, and then the
 * team and the roles that organizations made.
 */
export const rightsFrom = (streams: Tips, clock: Clock): Rights => {
  const rights: Rights = {
    standing: (userId, asset) => standing(streams, timestamp(clock.now()), userId, asset),
    inGroup: (userId, group) => inGroup(streams, timestamp(clock.now()), userId, group),
    reach: (userId) => reach(streams, timestamp(clock.now()), userId),
    organizationOf: async (projectId) => {
      const { state } = await streams.current(project, projectId);
      return isOpenProject(state) ? state.organizationId : undefined;
    },
    surroundings: (asset) => surroundings(streams, asset),
    isActive: async (userId) => (await member(streams, userId)).isActive,
    key: (keyId) => keyFacts(streams, rights, clock.now(), keyId),
    asOf: (at) => rightsFrom(pastTips(streams, at), { now: () => Date.parse(at) }),
  };
  return rights;
};

const member = async (streams: Tips, userId: string): Promise<Member> => {
  const [{ state: account }, { state: memberships }] = await Promise.all([
    streams.current(user, userId),
    streams.current(membership, userId),
  ]);
  return { userId, isActive: account.kind === 'account' && !account.disabled, memberships };
};

/** A role as it is now; a deleted one permits nothing. */
export const roleFacts = async (streams: Tips, id: string): Promise<RoleFacts | undefined> => {
  const known = systemRoleById(id);
  if (known !== undefined) return known;
  const { state } = await streams.current(role, id);
  return state.status === 'live'
    ? { id, slug: state.slug, scope: state.scope, permissions: state.content.permissions }
    : undefined;
};

/** Asks for the roles of these ids beside those of the system. */
const around = async (
  streams: Tips,
  at: string,
  ids: readonly (string | null | undefined)[],
): Promise<Around> => {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const found = await Promise.all(wanted.map((id) => roleFacts(streams, id)));
  const roles = new Map(wanted.map((id, index) => [id, found[index]]));
  return { at, role: (id) => systemRoleById(id) ?? roles.get(id) };
};

const idOf = (state: OrganizationState | ProjectState | TeamState): string | undefined =>
  'id' in state ? state.id : undefined;

/** The roles that decide what somebody holds at a place. */
const rolesAt = ({ memberships }: Member, { organization, project, team }: Place) => [
  membershipIn(memberships, 'organization', idOf(organization) ?? '')?.roleId,
  membershipIn(memberships, 'project', idOf(project) ?? '')?.roleId,
  membershipIn(memberships, 'team', idOf(team) ?? '')?.roleId,
  'content' in project ? project.content.team_role_id : null,
];

const standing = async (streams: Tips, at: string, userId: string, asset: PlacedAsset): Promise<Standing> => {
  if (asset.organizationId === undefined && asset.projectId === undefined) return ALONE;
  const [who, owner, named, its] = await Promise.all([
    member(streams, userId),
    member(streams, asset.userId),
    organizationOf(streams, asset.organizationId),
    projectOf(streams, asset.projectId),
  ]);
  const place = await placeOf(streams, asset, { organization: named, project: its });
  const { organization } = place;
  const roles = await around(streams, at, rolesAt(who, place));
  return {
    grants: [
      ...organizationGrants(who, organization, roles),
      ...projectGrants(who, organization, place, roles),
    ],
    ownerCounts: ownerCounts(owner, organization, at),
  };
};

/** Decision 21: of what is in a deleted organization, or in none that ever was, the owner is the owner. */
const ownerCounts = (owner: Member, organization: OrganizationState, at: string): boolean =>
  organization.status !== 'live' || memberOf(owner, organization, at) !== undefined;

const inGroup = async (
  streams: Tips,
  at: string,
  userId: string,
  { kind, id }: Group,
): Promise<readonly Grant[]> => {
  const [who, place] = await Promise.all([member(streams, userId), placeAround(streams, { kind, id })]);
  const { organization, team } = place;
  const roles = await around(streams, at, rolesAt(who, place));
  switch (kind) {
    case 'organization':
      return organizationGrants(who, organization, roles);
    case 'team':
      return teamGrants(who, organization, team, roles);
    case 'project':
      return projectGrants(who, organization, place, roles);
  }
};

/** With more, lists look by organization. */
const MOST_TOKENS = 64;

const reach = async (streams: Tips, at: string, userId: string): Promise<Reach> => {
  const base = [tokens.everybody, tokens.user(userId)];
  const who = await member(streams, userId);
  if (!who.isActive) return { tokens: base, toBeDecided: false };
  const every = membershipsOf(who.memberships);
  const held = every.filter((one) => isInForce(one, at));
  const of = (kind: Membership['kind']): readonly string[] =>
    held.filter((one) => one.kind === kind).map(({ groupId }) => groupId);
  const organizations = of('organization');
  const wide = { tokens: [...base, ...organizations.map(tokens.within)], toBeDecided: true };
  if (base.length + held.length > MOST_TOKENS) return wide;
  const found = await Promise.all(organizations.map((id) => organizationOf(streams, id)));
  const open = found.filter(isOpenOrganization);
  const projects = await projectsHeld(streams, { direct: of('project'), teams: of('team') }, MOST_TOKENS);
  if (projects === undefined) return wide;
  const isOpen = (organizationId: string): boolean => open.some(({ id }) => id === organizationId);
  const administered = open.filter((each) => administers(who, each, at)).map(({ id }) => id);
  const all = [
    ...base,
    ...open.map(({ id }) => tokens.organization(id)),
    ...projects.filter(({ organizationId }) => isOpen(organizationId)).map(({ id }) => tokens.project(id)),
    ...administered.map(tokens.within),
  ];
  const hasLeft = leftSomething(who, held) || open.length < organizations.length;
  const mayLack = haveOwnRoles(held, projects);
  return all.length > MOST_TOKENS
    ? wide
    : { tokens: all, toBeDecided: hasLeft || mayLack || administered.length > 0 };
};

/** What was made in an organization is not the owner's own any more where the membership is over. */
const leftSomething = ({ memberships }: Member, held: readonly Membership[]): boolean =>
  Object.keys(memberships.left).length > 0 || held.length < membershipsOf(memberships).length;

/** Roles of the system all read; one that an organization made may permit no reading. */
const haveOwnRoles = (held: readonly Membership[], projects: readonly KnownProject[]): boolean =>
  [...held.map(({ roleId }) => roleId), ...projects.map(({ content }) => content.team_role_id)].some(
    (id) => typeof id === 'string' && systemRoleById(id) === undefined,
  );

/** The open projects of which somebody is a member or whose team is; `undefined` when there may be more than `most`. */
const projectsHeld = async (
  streams: Tips,
  { direct, teams }: { readonly direct: readonly string[]; readonly teams: readonly string[] },
  most: number,
) => {
  const known = (await Promise.all(teams.map((id) => teamOf(streams, id)))).filter(isOpenTeam);
  const ids = new Set([...direct, ...known.flatMap(({ projects }) => projects)]);
  if (ids.size > most) return undefined;
  const found = await Promise.all([...ids].map((id) => projectOf(streams, id)));
  const isHeld = ({ id, organizationId, content: { team_id } }: KnownProject): boolean =>
    direct.includes(id) ||
    known.some((each) => each.id === team_id && each.organizationId === organizationId);
  return found.filter(isOpenProject).filter(isHeld);
};
