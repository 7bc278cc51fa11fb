import { identityCommands, operations } from '@cairn/contracts';
import { passwordReset } from '@cairn/identity';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { Problem } from '../../problems/problem.js';

/** Neither the answer, nor its headers, nor its time tell whether there is such an account (S12): the command sees to it. */
export const requestPasswordReset = handler(operations.requestPasswordReset, async (call) => {
  const { body } = call;
  const target = { location: operations.requestPasswordReset.path, id: '' };
  await call.write(identityCommands.requestPasswordReset, { body }, target);
  call.written = undefined;
  return answer({ login: body.login });
});
export const getPasswordReset = handler(operations.getPasswordReset, async (call) => {
  const { user_id: userId, reset_token: token } = call.params;
  const state = await passwordReset(call.edge, call.context.at, userId, token);
  if (state === undefined) throw new Problem('reset_token_invalid');
  return answer(state);
});
export const resetPassword = handler(operations.resetPassword, async (call) => {
  const input = { ...call.params, body: call.body };
  const target = { location: operations.login.path, id: call.params.user_id };
  await call.write(identityCommands.resetPassword, input, target);
  return answer({ ...call.params, password: '', repeat_password: '', message: '' });
});
