import { type Grant, type Group, noGroups, type Rights } from '../access/rights.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Requesters } from '../access/requesters.js';

/** The accounts that are administrators'; all others are not. */
export const administrators = new Set<string>();

/** Accounts and keys that are always in force, for specs of a service without identity. */
export const everybody = (): Requesters => ({
  principalOf: async ({ kind, user_id: userId, organization_id: organizationId }) => ({
    kind,
    userId,
    scopes: ['*:*'],
    administrator: administrators.has(userId),
    ...(organizationId === undefined ? {} : { organizationId }),
  }),
});

/** The same tools, for which some accounts are not in force. */
export const withoutAccounts = (tools: ServiceTools, gone: ReadonlySet<string>): ServiceTools => ({
  ...tools,
  requesters: {
    principalOf: async (asked) => (gone.has(asked.user_id) ? undefined : tools.requesters.principalOf(asked)),
  },
});

const member = (group: Group): Grant => ({
  group,
  through: group,
  role: { id: 'member', slug: 'org_member' },
  permissions: ['*:read', '*:execute', '*:create'],
});

/** Everybody is a member of every organization and of no project, for specs of a service without identity. */
export const membersOfAll: Rights = {
  ...noGroups,
  standing: async (_userId, { organizationId }) => ({
    grants: organizationId === undefined ? [] : [member({ kind: 'organization', id: organizationId })],
    ownerCounts: true,
  }),
  inGroup: async (_userId, group) => (group.kind === 'organization' ? [member(group)] : []),
};
