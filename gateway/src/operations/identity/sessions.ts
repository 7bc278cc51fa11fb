import { identityCommands, operations } from '@cairn/contracts';
import { ownSession, ownSessions } from '@cairn/identity';
import { deleted } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found, Problem } from '../../problems/problem.js';
import { list } from '../resource.js';
import { clientOf, loginReply } from './login-reply.js';

/** A session has no GET of its own: one that begins is looked for at its person, a write of one in the list. */
const own = operations.getMe.path;
const location = operations.listSessions.path;

export const login = handler(operations.login, async (call) => {
  const input = { body: call.body, ...clientOf(call) };
  const target = { location: own, id: call.newId('session') };
  return loginReply(call, await call.write(identityCommands.login, input, target));
});
export const loginWithOtp = handler(operations.loginWithOtp, async (call) => {
  const input = { body: call.body, ...clientOf(call) };
  const target = { location: own, id: call.newId('session') };
  return loginReply(call, await call.write(identityCommands.loginWithOtp, input, target));
});
export const refreshToken = handler(operations.refreshToken, async (call) => {
  const target = { location: own, id: '' };
  return loginReply(call, await call.write(identityCommands.refreshToken, { body: call.body }, target));
});
export const logout = handler(operations.logout, async (call) => {
  const { sessionId: id } = call.principal;
  if (id === undefined) throw new Problem('session_required');
  if (call.query.all === true) await call.write(identityCommands.endAllSessions, {}, { location, id });
  else await call.write(identityCommands.endSession, { id }, { location, id });
  return { kind: 'empty' };
});

export const listSessions = list(operations.listSessions, ({ context, edge, page }) =>
  ownSessions(context, edge.registers, page),
);
/** The record is read before, for afterwards there is none. */
export const endSession = handler(operations.endSession, async (call) => {
  const { id } = call.params;
  const before = await ownSession(call.context, call.edge.registers, id);
  await call.write(identityCommands.endSession, { id }, { location, id });
  return deleted(async () => found(before));
});
