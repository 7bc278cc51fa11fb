import type { Grant, Group } from '@cairn/kernel';
import {
  isInForce,
  type Membership,
  membershipIn,
  type MembershipState,
} from '../domain/membership/state.js';
import type { KnownOrganization, OrganizationState } from '../domain/organization/state.js';
import type { KnownProject, ProjectState } from '../domain/project/state.js';
import {
  ORG_ADMIN,
  ORG_MEMBER,
  PROJECT_ADMIN,
  PROJECT_EDITOR,
  type RoleFacts,
  TEAM_ADMIN,
} from '../domain/role/system-roles.js';
import type { KnownTeam, TeamState } from '../domain/team/state.js';

/** Somebody, as the account and the memberships tell it. */
export interface Member {
  readonly userId: string;
  /** Neither disabled nor erased. */
  readonly isActive: boolean;
  readonly memberships: MembershipState;
}

/** What else a decision needs: the roles that are there, system roles too, and now (RFC 3339). */
export interface Around {
  readonly role: (id: string) => RoleFacts | undefined;
  readonly at: string;
}

/** A group that people hold something in. */
export const isOpenOrganization = (state: OrganizationState): state is KnownOrganization =>
  state.status === 'live' && !state.content.disabled;
export const isOpenProject = (state: ProjectState): state is KnownProject =>
  state.status === 'live' && !state.content.disabled;
export const isOpenTeam = (state: TeamState): state is KnownTeam => state.status === 'live';

const inForce = (
  { isActive, memberships }: Member,
  kind: Membership['kind'],
  groupId: string,
  at: string,
): Membership | undefined => {
  const held = isActive ? membershipIn(memberships, kind, groupId) : undefined;
  return held !== undefined && isInForce(held, at) ? held : undefined;
};

/** The membership of somebody in an organization that is open. */
export const memberOf = (
  member: Member,
  organization: OrganizationState,
  at: string,
): Membership | undefined =>
  isOpenOrganization(organization) ? inForce(member, 'organization', organization.id, at) : undefined;

/** SPEC-22: the organization's stream and the membership agree. */
export const administers = (member: Member, organization: OrganizationState, at: string): boolean =>
  isOpenOrganization(organization) &&
  organization.administrators.includes(member.userId) &&
  memberOf(member, organization, at)?.roleId === ORG_ADMIN.id;

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

interface Holding {
  readonly group: Group;
  readonly through: Group;
  readonly role: RoleFacts | undefined;
  readonly until: string | null;
}

const granted = ({ group, through, role, until }: Holding): readonly Grant[] =>
  role === undefined
    ? []
    : [
        {
          group,
          through,
          role: { id: role.id, slug: role.slug },
          permissions: role.permissions,
          ...(until === null ? {} : { until }),
        },
      ];

const groupOf = (kind: Group['kind'], id: string): Group => ({ kind, id });

/** In the organization itself. Who is called an administrator and is none counts as a member. */
export const organizationGrants = (
  member: Member,
  organization: OrganizationState,
  { role, at }: Around,
): readonly Grant[] => {
  const held = memberOf(member, organization, at);
  if (held === undefined) return [];
  const group = groupOf('organization', held.groupId);
  const isAdministrator = administers(member, organization, at);
  const own = held.roleId === ORG_ADMIN.id && !isAdministrator ? ORG_MEMBER : role(held.roleId);
  return granted({ group, through: group, role: own, until: held.until });
};

/** In a group within an organization, for being its administrator. */
const throughOrganization = (
  member: Member,
  organization: OrganizationState,
  group: Group,
  at: string,
): readonly Grant[] =>
  administers(member, organization, at)
    ? granted({
        group,
        through: groupOf('organization', (organization as KnownOrganization).id),
        role: ORG_ADMIN,
        until: null,
      })
    : [];

/** In a group by a membership of it, as long as one of its organization stands beside: `within`. */
const direct = (
  member: Member,
  within: Membership | undefined,
  group: Group,
  { role, at }: Around,
): readonly Grant[] => {
  const held = inForce(member, group.kind, group.id, at);
  return within === undefined || held === undefined
    ? []
    : granted({ group, through: group, role: role(held.roleId), until: earlier(held.until, within.until) });
};

export const teamGrants = (
  member: Member,
  organization: OrganizationState,
  team: TeamState,
  around: Around,
): readonly Grant[] => {
  if (!isOpenTeam(team)) return [];
  const group = groupOf('team', team.id);
  const within = memberOf(member, organization, around.at);
  return [
    ...direct(member, within, group, around),
    ...throughOrganization(member, organization, group, around.at),
  ];
};

/** Directly, through the team that it was given to, or for administering its organization. */
export const projectGrants = (
  member: Member,
  organization: OrganizationState,
  { project, team }: { readonly project: ProjectState; readonly team: TeamState },
  around: Around,
): readonly Grant[] => {
  if (!isOpenProject(project)) return [];
  const group = groupOf('project', project.id);
  const within = memberOf(member, organization, around.at);
  return [
    ...direct(member, within, group, around),
    ...throughTeam(member, within, { project, team }, around),
    ...throughOrganization(member, organization, group, around.at),
  ];
};

const throughTeam = (
  member: Member,
  within: Membership | undefined,
  { project, team }: { readonly project: KnownProject; readonly team: TeamState },
  { role, at }: Around,
): readonly Grant[] => {
  if (!isOpenTeam(team) || team.id !== project.content.team_id) return [];
  if (team.organizationId !== project.organizationId) return [];
  const held = inForce(member, 'team', team.id, at);
  if (within === undefined || held === undefined) return [];
  const given = project.content.team_role_id ?? PROJECT_EDITOR.id;
  return granted({
    group: groupOf('project', project.id),
    through: groupOf('team', team.id),
    role: held.roleId === TEAM_ADMIN.id ? PROJECT_ADMIN : role(given),
    until: earlier(held.until, within.until),
  });
};
