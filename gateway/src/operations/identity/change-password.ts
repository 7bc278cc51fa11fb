import { identityCommands, operations } from '@cairn/contracts';
import { ownUser } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

export const changePassword = handler(operations.changePassword, async (call) => {
  const { reading } = await call.write(
    identityCommands.changePassword,
    { body: call.body, ip: call.ip },
    { location: '/api/v1/me', id: call.principal.userId },
  );
  return answer(found(await ownUser(reading, call.edge.registers)).resource);
});
