import { invitationCommands as contract, type NewInvitation } from '@cairn/contracts';
import {
  type Admitted,
  type CommandContext,
  isRefusal,
  mailingInDay,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { reservationIdOf } from '../../accounts/names.js';
import {
  decideExpireInvitation,
  decideInvite,
  decideResend,
  decideRevoke,
  decideWithdraw,
} from '../../domain/invitation/decisions.js';
import { invitation, type KnownInvitation } from '../../domain/invitation/state.js';
import type { RoleFacts } from '../../domain/role/system-roles.js';
import { endRefusal, firstRefusal, normalTime } from '../../groups/ends.js';
import { guarded } from '../../groups/guarded.js';
import { chosenRole, givingRole } from '../../groups/roles.js';
import { exceeding, mayIn, organizationPlace, type PlacedGroup, refusalIn } from '../../rights/may-in.js';
import { fullRefusal } from '../member/add-member.js';
import { acceptInvitation, acceptInvitationFor } from './accept-invitation.js';
import { declineInvitation } from './decline-invitation.js';

const roleFor = async (
  context: CommandContext,
  place: PlacedGroup,
  body: Omit<NewInvitation, 'email'>,
): Promise<RoleFacts | Refusal> => {
  const held = await mayIn(context, place, 'members:write');
  if (isRefusal(held)) return held;
  const role = await chosenRole(context, place, body);
  if (isRefusal(role)) return role;
  return (
    exceeding(context.principal, held, role.permissions) ??
    endRefusal(role, normalTime(body.member_until), context.at, 'member_until') ??
    (await fullRefusal(context, place, role)) ??
    role
  );
};

const createInvitation = serviceCommand(contract.createInvitation, async ({ id, body }, context) => {
  const invitationId = context.id('invitation');
  const until = normalTime(body.member_until);
  const addressKey = await reservationIdOf(context.tools.vault, 'email', body.email);
  const ask = () => roleFor(context, organizationPlace(id), body);
  const steps = guarded(givingRole(await ask()), async () => firstRefusal(await ask()));
  const invited = (role: RoleFacts) => ({
    id: invitationId,
    organization_id: id,
    email: body.email,
    address_key: addressKey,
    role_id: role.id,
    role_slug: role.slug,
    ...(until === null ? {} : { member_until: until }),
    invited_by: context.principal.userId,
  });
  return mailingInDay(
    context,
    () => addressKey,
    (admission) =>
      context.executeInOrder(steps, invitation, invitationId, {
        admission,
        given: ask,
        decide: (state, role) => decideInvite(state, invited(role), context.at),
      }),
  );
});

/** Whom one is mailed to again; one of before there were keys of addresses is counted by itself. */
const addressed = ({ state }: Admitted): string => {
  const { addressKey, id } = state as KnownInvitation;
  return addressKey ?? id;
};

/** As if they invited anew: with a role that they may give, and while the membership that comes of it has not ended. */
const resendInvitation = serviceCommand(
  contract.resendInvitation,
  ({ id, invitation_id: invitationId }, context) =>
    mailingInDay(context, addressed, (admission) =>
      context.executeAddressed(invitation, invitationId, {
        admission,
        given: async (state) => {
          if (state.status === 'none' || state.organizationId !== id)
            return refusalIn(context, organizationPlace(id), 'members:write');
          const role = await roleFor(context, organizationPlace(id), {
            role_id: state.roleId,
            member_until: state.memberUntil,
          });
          return isRefusal(role) ? role : undefined;
        },
        decide: (state) => decideResend(state, id, { invitedBy: context.principal.userId, at: context.at }),
      }),
    ),
);

const revokeInvitation = serviceCommand(
  contract.revokeInvitation,
  ({ id, invitation_id: invitationId }, context) =>
    context.executeAddressed(invitation, invitationId, {
      given: () => refusalIn(context, organizationPlace(id), 'members:write'),
      decide: (state) => decideRevoke(state, id),
    }),
);

const withdrawInvitation = serviceCommand(
  contract.withdrawInvitation,
  async ({ invitation_id: id }, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(invitation, id, { decide: decideWithdraw })
      : refuse('forbidden', 'Only Cairn itself does that.'),
);

const expireInvitation = serviceCommand(
  contract.expireInvitation,
  async ({ invitation_id: id }, { principal, execute, at }) =>
    principal.kind === 'system'
      ? execute(invitation, id, { decide: (state) => decideExpireInvitation(state, at) })
      : refuse('forbidden', 'Only Cairn itself does that.'),
);

export const invitationCommands: readonly ServiceCommand[] = [
  createInvitation,
  resendInvitation,
  revokeInvitation,
  acceptInvitation,
  declineInvitation,
  acceptInvitationFor,
  withdrawInvitation,
  expireInvitation,
];
