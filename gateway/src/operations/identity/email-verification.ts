import { identityCommands, operations } from '@cairn/contracts';
import { emailVerification } from '@cairn/identity';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { Problem } from '../../problems/problem.js';

const location = operations.getMe.path;

export const getEmailVerification = handler(operations.getEmailVerification, async (call) => {
  const state = await emailVerification(call.edge, call.context.at, call.params.token);
  if (state === undefined) throw new Problem('verify_token_invalid');
  return answer(state);
});
export const verifyEmail = handler(operations.verifyEmail, async (call) => {
  const { reply } = await call.write(identityCommands.verifyEmail, call.params, { location, id: '' });
  const { user_id } = reply.result as { readonly user_id: string };
  return answer({ user_id, email_verified: true });
});
export const requestEmailVerification = handler(operations.requestEmailVerification, async (call) => {
  const target = { location, id: call.principal.userId };
  await call.write(identityCommands.requestEmailVerification, {}, target);
  return { kind: 'empty' };
});
