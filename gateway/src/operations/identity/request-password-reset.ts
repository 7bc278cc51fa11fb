import { identityCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';

/** Neither the answer, nor its headers, nor its time tell whether there is such an account (S12): the command sees to it. */
export const requestPasswordReset = handler(operations.requestPasswordReset, async (call) => {
  const { login } = call.body;
  const target = { location: '/api/v1/resetpassword', id: '' };
  await call.write(identityCommands.requestPasswordReset, { login }, target);
  call.written = undefined;
  return answer({ login });
});
