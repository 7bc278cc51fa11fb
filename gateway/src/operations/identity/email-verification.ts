import { identityCommands, operations } from '@cairn/contracts';
import { emailVerification } from '@cairn/identity';
import { Problem } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

const location = operations.getMe.path;

export const getEmailVerification = handler(operations.getEmailVerification, async (call) => {
  const { user_id: userId, verify_token: token } = call.params;
  const state = await emailVerification(call.edge, call.context.at, userId, token);
  if (state === undefined) throw new Problem('verify_token_invalid');
  return answer(state);
});
export const verifyEmail = handler(operations.verifyEmail, async (call) => {
  const { user_id: id } = call.params;
  await call.write(identityCommands.verifyEmail, call.params, { location, id });
  return answer({ user_id: id, email_verified: true });
});
export const requestEmailVerification = handler(operations.requestEmailVerification, async (call) => {
  const target = { location, id: call.principal.userId };
  await call.write(identityCommands.requestEmailVerification, {}, target);
  return { kind: 'empty' };
});
