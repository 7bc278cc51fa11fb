import { invitationCommands } from '@cairn/contracts';
import { type CommandOutcome, isRefusal, serviceCommand } from '@cairn/kernel';
import { decideDecline, invitationInvalid, isOpen } from '../../domain/invitation/decisions.js';
import { invitation } from '../../domain/invitation/state.js';
import { user } from '../../domain/user/state.js';
import { usedInvitation } from './used-invitation.js';

/** By who could accept it. The organization may invite them anew. */
export const declineInvitation = serviceCommand(
  invitationCommands.declineInvitation,
  async ({ token }, context): Promise<CommandOutcome> => {
    const used = await usedInvitation(context, token);
    if (isRefusal(used)) return used;
    return context.execute(invitation, used.id, {
      given: async (state) =>
        isOpen(state, context.at)
          ? used.notTheirs(state, await context.load(user, context.principal.userId))
          : invitationInvalid(),
      decide: (state) => decideDecline(state, context.at),
    });
  },
);
