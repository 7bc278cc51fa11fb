import { identityCommands, operations } from '@cairn/contracts';
import { ownSession } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';

export const endSession = handler(operations.endSession, async (call) => {
  const { id } = call.params;
  const before = await ownSession(call.reading, call.edge.registers, id);
  await call.write(identityCommands.endSession, { session_id: id }, { location: '/api/v1/me/sessions', id });
  return deleted(async () => found(before));
});
