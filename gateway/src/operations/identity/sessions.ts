import { identityCommands, operations } from '@cairn/contracts';
import { ownSession, ownSessions } from '@cairn/identity';
import { found, Problem } from '../../problems/problem.js';
import { answer, deleted, handler } from '../handler.js';
import { list } from '../resource.js';
import { clientOf, loginReply } from './login-reply.js';

/** A session has no GET of its own: a write of one is looked for in the list. */
const location = operations.listSessions.path;

export const login = handler(operations.login, async (call) => {
  const input = { ...call.body, ...clientOf(call) };
  const target = { location: operations.getMe.path, id: call.newId('session') };
  const { reply, context } = await call.write(identityCommands.login, input, target);
  return answer(await loginReply(call, reply, context));
});
export const loginWithOtp = handler(operations.loginWithOtp, async (call) => {
  const input = { ...call.body, ...clientOf(call) };
  const target = { location: operations.getMe.path, id: call.newId('session') };
  const { reply, context } = await call.write(identityCommands.loginWithOtp, input, target);
  return answer(await loginReply(call, reply, context));
});
export const refreshToken = handler(operations.refreshToken, async (call) => {
  const input = { refresh_token: call.body.refresh_token };
  const target = { location: operations.getMe.path, id: '' };
  const { reply, context } = await call.write(identityCommands.refreshSession, input, target);
  return answer(await loginReply(call, reply, context));
});
export const logout = handler(operations.logout, async (call) => {
  const { sessionId } = call.principal;
  if (sessionId === undefined) throw new Problem('session_required');
  const target = { location, id: sessionId };
  if (call.query.all === true) await call.write(identityCommands.endAllSessions, {}, target);
  else await call.write(identityCommands.endSession, { session_id: sessionId }, target);
  return { kind: 'empty' };
});

export const listSessions = list(operations.listSessions, ({ context, edge, page }) =>
  ownSessions(context, edge.registers, page),
);
/** The record is read before, for afterwards there is none. */
export const endSession = handler(operations.endSession, async (call) => {
  const { id } = call.params;
  const before = await ownSession(call.context, call.edge.registers, id);
  await call.write(identityCommands.endSession, { session_id: id }, { location, id });
  return deleted(async () => found(before));
});
