import { identityCommands, operations } from '@cairn/contracts';
import { administeredUser, usersFor } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { list, placeOf } from '../resource.js';
import { userInfo } from './user-info.js';

export const listUsers = list(operations.listUsers, ({ context, page, filters, edge }) =>
  usersFor(context, edge.registers, page, filters),
);

export const getUser = handler(operations.getUser, async ({ context, params, edge }) => {
  const user = found(await administeredUser(context, edge, params.user_id));
  return ok({ ...user, resource: await userInfo(edge, context, user.resource) });
});

/** It is no resource of the factory's: what is read of it is more than what is answered. */
export const updateUser = handler(operations.updateUser, async (call) => {
  const { params, body } = call;
  const target = { location: placeOf(operations.getUser.path, params), id: params.user_id };
  const { context } = await call.write(identityCommands.updateUser, { ...params, body }, target);
  return ok(found(await administeredUser(context, call.edge, params.user_id)));
});
