import {
  type MembershipEvent,
  PublishedMembership,
  PublishedOrganization,
  PublishedProject,
  PublishedRole,
  PublishedTeam,
} from '@cairn/contracts';
import { type Json, type StateFacts, type StateTopic, stateTopic } from '@cairn/kernel';
import { type GroupContent, isGroup, type KnownGroup } from './domain/group/state.js';
import { membership, membershipIn, type MembershipState } from './domain/membership/state.js';
import { organization, type OrganizationState } from './domain/organization/state.js';
import { project, type ProjectState } from './domain/project/state.js';
import { role, type RoleState } from './domain/role/state.js';
import { team, type TeamState } from './domain/team/state.js';
import { memberIdTold } from './read-models/members/project.js';

const stamped = ({ id, createdAt, updatedAt }: StateFacts) => ({
  id,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** What all groups say. What is deleted, or never came, has no state. */
const groupOf = <Content extends GroupContent>(state: KnownGroup<Content>, facts: StateFacts) => ({
  ...stamped(facts),
  user_id: state.userId,
  ...state.content,
  logo: state.logo as Json,
});

const organizations = stateTopic<OrganizationState>({
  contract: PublishedOrganization,
  aggregate: organization,
  publicState: (state, facts) => {
    if (!isGroup(state) || state.status !== 'live') return undefined;
    const { settings: _, ...told } = groupOf(state, facts);
    return { ...told, administrators: state.administrators };
  },
});

const teams = stateTopic<TeamState>({
  contract: PublishedTeam,
  aggregate: team,
  publicState: (state, facts) =>
    isGroup(state) && state.status === 'live'
      ? { ...groupOf(state, facts), organization_id: state.organizationId }
      : undefined,
});

const projects = stateTopic<ProjectState>({
  contract: PublishedProject,
  aggregate: project,
  publicState: (state, facts) =>
    isGroup(state) && state.status === 'live'
      ? { ...groupOf(state, facts), organization_id: state.organizationId }
      : undefined,
});

const roles = stateTopic<RoleState>({
  contract: PublishedRole,
  aggregate: role,
  publicState: (state, facts) =>
    state.status === 'live'
      ? {
          ...stamped(facts),
          organization_id: state.organizationId,
          slug: state.slug,
          scope: state.scope,
          ...state.content,
        }
      : undefined,
});

/** A person's stream holds what they are a member of, ten thousand projects perhaps: each membership is told by itself. */
const memberships = stateTopic<MembershipState>({
  contract: PublishedMembership,
  aggregate: membership,
  partOf: ({ data }) => {
    const { group_id: groupId, user_id: userId } = data as MembershipEvent['data'];
    return memberIdTold(groupId, userId);
  },
  publicState: (state, { id, updatedAt, event }) => {
    const { user_id, group_kind, group_id, organization_id } = event.data as MembershipEvent['data'];
    const held = membershipIn(state, group_kind, group_id);
    return (
      held && {
        id,
        created_at: held.since,
        updated_at: updatedAt,
        ...{ user_id, group_kind, group_id, organization_id },
        role_id: held.roleId,
        role_slug: held.roleSlug,
        expires_at: held.until,
      }
    );
  },
});

/** What other teams read of groups, roles and memberships as they are now. */
export const publishedStates: readonly StateTopic[] = [organizations, teams, projects, roles, memberships];
