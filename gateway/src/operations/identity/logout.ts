import { identityCommands, operations } from '@cairn/contracts';
import { Problem } from '../../problems/problem.js';
import { handler } from '../handler.js';

export const logout = handler(operations.logout, async (call) => {
  const { sessionId } = call.principal;
  if (sessionId === undefined) throw new Problem('session_required');
  const target = { location: '/api/v1/me/sessions', id: sessionId };
  if (call.query.all === true) await call.write(identityCommands.endAllSessions, {}, target);
  else await call.write(identityCommands.endSession, { session_id: sessionId }, target);
  return { kind: 'empty' };
});
