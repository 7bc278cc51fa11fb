import { invitationCommands, operations } from '@cairn/contracts';
import { invitationById, invitationsOf, memberById, ownInvitations } from '@cairn/identity';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { list, listBy, resource } from '../resource.js';

const invitation = resource({
  path: operations.getInvitation.path,
  commands: invitationCommands,
  role: 'invitation',
  read: invitationById,
});

export const listInvitations = listBy(operations.listInvitations, invitationsOf);
export const getInvitation = invitation.get(operations.getInvitation);
export const createInvitation = invitation.create(operations.createInvitation);
export const resendInvitation = invitation.change(operations.resendInvitation);
export const revokeInvitation = invitation.remove(operations.revokeInvitation);

export const listMyInvitations = list(operations.listMyInvitations, ({ context, page }) =>
  ownInvitations(context, page),
);

/** Whose member one becomes, the command alone can tell: the token says it to nobody else. */
export const acceptInvitation = handler(operations.acceptInvitation, async (call) => {
  const { userId } = call.principal;
  const target = { location: operations.listOrganizations.path, id: userId };
  const { reply, context } = await call.write(invitationCommands.acceptInvitation, call.params, target);
  const { organization_id: id } = reply.result as { readonly organization_id: string };
  const member = await memberById(context, { kind: 'organization', id }, userId);
  return answer(found(member).resource);
});

export const declineInvitation = handler(operations.declineInvitation, async (call) => {
  const target = { location: operations.listMyInvitations.path, id: call.principal.userId };
  await call.write(invitationCommands.declineInvitation, call.params, target);
  return { kind: 'empty' };
});
