import { invitationCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  permit,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { decideAccept, invitationInvalid, isUsable } from '../../domain/invitation/decisions.js';
import { invitation, type KnownInvitation } from '../../domain/invitation/state.js';
import { decideGrant } from '../../domain/membership/decisions.js';
import { isInForce, membership, membershipIn, type MembershipState } from '../../domain/membership/state.js';
import { organization } from '../../domain/organization/state.js';
import type { RoleFacts } from '../../domain/role/system-roles.js';
import { user } from '../../domain/user/state.js';
import { isOpenOrganization } from '../../rights/grants.js';
import { roleNow } from '../../rights/rights.js';
import { addingAdministrator } from '../../groups/administrators.js';
import { givingRole } from '../../groups/roles.js';
import { fullRefusal } from '../member/add-member.js';
import { notVerified, type UsedInvitation, usedInvitation } from './used-invitation.js';

/**
 * Whose address was invited accepts, once: the invitation is used up first, so that of two who have the link one becomes a
 * member; who used it up and was stopped there goes on with the same link.
 */
export const acceptInvitation = serviceCommand(
  invitationCommands.acceptInvitation,
  async ({ token }, context): Promise<CommandOutcome> => {
    const used = await usedInvitation(context, token);
    return isRefusal(used) ? used : accept(context, used, context.principal.userId);
  },
);

/** By Cairn itself, for who has verified the address that was invited. */
export const acceptInvitationFor = serviceCommand(
  invitationCommands.acceptInvitationFor,
  async ({ invitation_id: id, user_id: userId }, context): Promise<CommandOutcome> => {
    if (context.principal.kind !== 'system') return refuse('forbidden', 'Only Cairn itself does that.');
    return accept(context, { id, notTheirs: notVerified }, userId);
  },
);

const accept = async (
  context: CommandContext,
  { id, notTheirs }: UsedInvitation,
  userId: string,
): Promise<CommandOutcome> => {
  const known = await context.load(invitation, id);
  if (!isUsable(known, context.at)) return invitationInvalid();
  const used = await context.execute(invitation, id, {
    given: async () =>
      notTheirs(known, await context.load(user, userId)) ?? (await refusalOf(context, known, userId)),
    decide: (state) => decideAccept(state, userId, context.at),
  });
  return isRefusal(used) ? used : join(context, known, userId);
};

/** The organization and the role are still there, who invited may do so still, and the person is not in it yet. */
const refusalOf = async (
  context: CommandContext,
  known: KnownInvitation,
  userId: string,
): Promise<Refusal | undefined> => {
  const { load, at } = context;
  const { organizationId, memberUntil, acceptedAt } = known;
  if (memberUntil !== null && memberUntil <= at) return invitationInvalid();
  if (!isOpenOrganization(await load(organization, organizationId))) return invitationInvalid();
  const role = await roleNow(context.tools.streams, known.roleId);
  if (role === undefined || !(await mayInvite(context, known, role))) return invitationInvalid();
  return (
    membershipRefusal(await load(membership, userId), { organizationId, acceptedAt, at }) ??
    fullRefusal(context, { kind: 'organization', id: organizationId }, role)
  );
};

/** Whether who invited could do it now: who has left, or may do less by now, lets nobody in any more. */
const mayInvite = async (
  { tools }: CommandContext,
  { organizationId, invitedBy, acceptedAt }: KnownInvitation,
  { permissions }: RoleFacts,
): Promise<boolean> => {
  if (acceptedAt !== null) return true;
  const grants = await tools.rights.inGroup(invitedBy, { kind: 'organization', id: organizationId });
  return ['members:write', ...permissions].every((each) => permit(grants, each));
};

/** Of who is a member, or was one by this very invitation. */
const membershipRefusal = (
  memberships: MembershipState,
  {
    organizationId,
    acceptedAt,
    at,
  }: Pick<KnownInvitation, 'organizationId' | 'acceptedAt'> & { readonly at: string },
): Refusal | undefined => {
  const held = membershipIn(memberships, 'organization', organizationId);
  if (held !== undefined && isInForce(held, at)) return refuse('already_member', 'You are a member already.');
  const wasMember = held !== undefined || hasLeftSince(memberships, organizationId, acceptedAt ?? '');
  return acceptedAt !== null && wasMember ? invitationInvalid() : undefined;
};

/** Who has used an invitation up and left, or was taken out, does not come back by it. */
const hasLeftSince = ({ left }: MembershipState, organizationId: string, at: string): boolean =>
  organizationId in left && left[organizationId]! >= at;

const join = async (
  context: CommandContext,
  { organizationId, roleId, roleSlug, memberUntil: until, invitedBy }: KnownInvitation,
  userId: string,
): Promise<CommandOutcome> => {
  const place = { kind: 'organization', id: organizationId, organizationId } as const;
  const role = { id: roleId, slug: roleSlug };
  const steps = [...givingRole(role), ...addingAdministrator(place, userId, role)];
  const done = await context.executeInOrder(steps, membership, userId, {
    decide: (state) => decideGrant(state, place, { userId, role, until, invitedBy, at: context.at }),
  });
  return isRefusal(done) ? done : { ...done, result: { organization_id: organizationId } };
};
