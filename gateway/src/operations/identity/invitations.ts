import { memberCommands, operations } from '@cairn/contracts';
import { invitationById, invitationsOf, memberById } from '@cairn/identity';
import type { QueryContext } from '@cairn/kernel';
import { found } from '../../problems/problem.js';
import { answer, created, deleted, handler, ok } from '../handler.js';
import { list, placeOf } from '../resource.js';
import { unrefused } from './unrefused.js';

interface InvitationPath {
  readonly id: string;
  readonly invitation_id: string;
}

const read = async (context: QueryContext, { id, invitation_id: own }: InvitationPath) =>
  found(unrefused(await invitationById(context, id, own)));
const targetOf = (params: InvitationPath) => ({
  location: placeOf(operations.getInvitation.path, params),
  id: params.invitation_id,
});

export const listInvitations = list(operations.listInvitations, async ({ context, params, page }) =>
  unrefused(await invitationsOf(context, params.id, page)),
);
export const getInvitation = handler(operations.getInvitation, async ({ context, params }) =>
  ok(await read(context, params)),
);
export const createInvitation = handler(operations.createInvitation, async (call) => {
  const { id } = call.params;
  const params = { id, invitation_id: call.newId('invitation') };
  const target = targetOf(params);
  const input = { id, body: call.body };
  const { context } = await call.write(memberCommands.createInvitation, input, target);
  return created(target.location, await read(context, params));
});
export const revokeInvitation = handler(operations.revokeInvitation, async (call) => {
  const { params } = call;
  const { context } = await call.write(memberCommands.revokeInvitation, params, targetOf(params));
  return deleted(async () => (await read(context, params)).resource);
});

/** Whose member one becomes, the command alone can tell: the token says it to nobody else. */
export const acceptInvitation = handler(operations.acceptInvitation, async (call) => {
  const { userId } = call.principal;
  const target = { location: operations.listOrganizations.path, id: userId };
  const { reply, context } = await call.write(memberCommands.acceptInvitation, call.params, target);
  const { organization_id: id } = reply.result as { readonly organization_id: string };
  const member = await memberById(context, { kind: 'organization', id }, userId);
  return answer(found(unrefused(member)).resource);
});
