import { identityCommands, operations } from '@cairn/contracts';
import { ownUser } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { proofOf, withoutPassword } from './proof.js';

export const updateMe = handler(operations.updateMe, async (call) => {
  const { reading } = await call.write(
    identityCommands.changeProfile,
    { body: withoutPassword(call.body), ...proofOf(call, call.body) },
    { location: '/api/v1/me', id: call.principal.userId },
  );
  return ok(found(await ownUser(reading, call.edge.registers)));
});
