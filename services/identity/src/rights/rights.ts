import {
  ALONE,
  type Clock,
  type Grant,
  type Group,
  ownerMatters,
  type PlacedAsset,
  type Reach,
  type Rights,
  type Standing,
  timestamp,
  tokens,
} from '@cairn/kernel';
import { isInForce, type Membership, membership, membershipsOf } from '../domain/membership/state.js';
import type { OrganizationState } from '../domain/organization/state.js';
import { type KnownProject, project } from '../domain/project/state.js';
import { role } from '../domain/role/state.js';
import { type RoleFacts, systemRoleById } from '../domain/role/system-roles.js';
import { user, type UserState } from '../domain/user/state.js';
import { decided, type States } from './deciding.js';
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
import { organizationOf, placeAround, placeOf, projectOf, surroundings, teamOf } from './places.js';
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
 * What people hold in groups, from the streams of identity as they are now: at once where the states are at hand, else each
 * is read on at its tip. An asset in no group asks none; one in a group those of the person, the organization and the
 * project at once, and then the team, the roles that organizations made, and the owner where it matters who that is.
 */
export const rightsFrom = (streams: Tips, clock: Clock): Rights => {
  const rights: Rights = {
    standing: (userId, asset) => {
      if (asset.organizationId === undefined && asset.projectId === undefined) return ALONE;
      const at = timestamp(clock.now());
      return decided(streams, (states) => standing(states, at, userId, asset));
    },
    inGroup: async (userId, group) => {
      const at = timestamp(clock.now());
      return decided(streams, (states) => inGroup(states, at, userId, group));
    },
    reach: async (userId) => {
      const at = timestamp(clock.now());
      return decided(streams, (states) => reach(states, at, userId));
    },
    organizationOf: async (projectId) => {
      const { state } = await streams.current(project, projectId);
      return isOpenProject(state) ? state.organizationId : undefined;
    },
    surroundings: async (asset) => decided(streams, (states) => surroundings(states, asset)),
    isActive: async (userId) => isActive((await streams.current(user, userId)).state),
    key: (keyId) => keyFacts(streams, rights, clock.now(), keyId),
    asOf: (at) => rightsFrom(pastTips(streams, at), { now: () => Date.parse(at) }),
  };
  return rights;
};

const isActive = (account: UserState): boolean => account.kind === 'account' && !account.disabled;

const member = (states: States, userId: string): Member => ({
  userId,
  isActive: isActive(states.of(user, userId)),
  memberships: states.of(membership, userId),
});

/** A role as it is now; a deleted one permits nothing. */
const roleFacts = (states: States, id: string): RoleFacts | undefined => {
  const known = systemRoleById(id);
  if (known !== undefined) return known;
  const state = states.of(role, id);
  return state.status === 'live'
    ? { id, slug: state.slug, scope: state.scope, permissions: state.content.permissions }
    : undefined;
};

/** The same for who asks for nothing else. */
export const roleNow = async (streams: Tips, id: string): Promise<RoleFacts | undefined> =>
  decided(streams, (states) => roleFacts(states, id));

const around = (states: States, at: string): Around => ({ at, role: (id) => roleFacts(states, id) });

const standing = (states: States, at: string, userId: string, asset: PlacedAsset): Standing => {
  const who = member(states, userId);
  const place = placeOf(states, asset);
  const roles = around(states, at);
  const grants = [
    ...organizationGrants(who, place.organization, roles),
    ...projectGrants(who, place.organization, place, roles),
  ];
  return {
    grants,
    ownerCounts:
      !ownerMatters(userId, grants, asset) ||
      ownerCounts(member(states, asset.userId), place.organization, at),
  };
};

/** SPEC-21: of what is in a deleted organization, or in none that ever was, the owner is the owner. */
const ownerCounts = (owner: Member, organization: OrganizationState, at: string): boolean =>
  organization.status !== 'live' || memberOf(owner, organization, at) !== undefined;

const inGroup = (states: States, at: string, userId: string, group: Group): readonly Grant[] => {
  const who = member(states, userId);
  const place = placeAround(states, group);
  const { organization, team } = place;
  const roles = around(states, at);
  switch (group.kind) {
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

const reach = (states: States, at: string, userId: string): Reach => {
  const base = [tokens.everybody, tokens.user(userId)];
  const who = member(states, userId);
  if (!who.isActive) return { tokens: base, toBeDecided: false };
  const every = membershipsOf(who.memberships);
  const held = every.filter((one) => isInForce(one, at));
  const of = (kind: Membership['kind']): readonly string[] =>
    held.filter((one) => one.kind === kind).map(({ groupId }) => groupId);
  const organizations = of('organization');
  const wide = { tokens: [...base, ...organizations.map(tokens.within)], toBeDecided: true };
  if (base.length + held.length > MOST_TOKENS) return wide;
  const open = organizations.map((id) => organizationOf(states, id)).filter(isOpenOrganization);
  const projects = projectsHeld(states, { direct: of('project'), teams: of('team') }, MOST_TOKENS);
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
const projectsHeld = (
  states: States,
  { direct, teams }: { readonly direct: readonly string[]; readonly teams: readonly string[] },
  most: number,
) => {
  const known = teams.map((id) => teamOf(states, id)).filter(isOpenTeam);
  const ids = new Set([...direct, ...known.flatMap(({ projects }) => projects)]);
  if (ids.size > most) return undefined;
  const found = [...ids].map((id) => projectOf(states, id));
  const isHeld = ({ id, organizationId, content: { team_id } }: KnownProject): boolean =>
    direct.includes(id) ||
    known.some((each) => each.id === team_id && each.organizationId === organizationId);
  return found.filter(isOpenProject).filter(isHeld);
};
