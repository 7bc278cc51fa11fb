import { identityCommands, operations } from '@cairn/contracts';
import { administeredUser, signInState, usersFor } from '@cairn/identity';
import type { QueryContext } from '@cairn/kernel';
import { deleted, ok } from '../../call/answer.js';
import type { Target } from '../../call/call.js';
import type { Edge } from '../../call/edge.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { list, placeOf } from '../resource.js';
import { userInfo } from './user-info.js';

export const listUsers = list(operations.listUsers, ({ context, page, filters, edge }) =>
  usersFor(context, edge.registers, page, filters),
);

export const getUser = handler(operations.getUser, async ({ context, params, edge }) => {
  const user = found(await administeredUser(context, edge, params.user_id));
  return ok({ ...user, resource: await userInfo(edge, context, user.resource) });
});

const at = (params: { readonly user_id: string }): Target => ({
  location: placeOf(operations.getUser.path, params),
  id: params.user_id,
});

/** It is no resource of the factory's: what is read of it is more than what is answered. */
export const updateUser = handler(operations.updateUser, async (call) => {
  const { params, body } = call;
  const { context } = await call.write(identityCommands.updateUser, { ...params, body }, at(params));
  return ok(found(await administeredUser(context, call.edge, params.user_id)));
});

export const removeUserOtp = handler(operations.removeUserOtp, async (call) => {
  const { context } = await call.write(identityCommands.removeUserOtp, call.params, at(call.params));
  return deleted(() => signInOf(context, call.edge, call.params.user_id));
});
export const liftUserLockout = handler(operations.liftUserLockout, async (call) => {
  const { context } = await call.write(identityCommands.liftUserLockout, call.params, at(call.params));
  return deleted(() => signInOf(context, call.edge, call.params.user_id));
});

const signInOf = async (context: QueryContext, edge: Edge, id: string): Promise<unknown> =>
  signInState(context, edge, found(await administeredUser(context, edge, id)).resource);
