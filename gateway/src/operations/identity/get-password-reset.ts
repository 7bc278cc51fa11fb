import { operations } from '@cairn/contracts';
import { passwordReset } from '@cairn/identity';
import { Problem } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

export const getPasswordReset = handler(operations.getPasswordReset, async (call) => {
  const { user_id: userId, reset_token: token } = call.params;
  const state = await passwordReset(call.edge, call.reading.at, userId, token);
  if (state === undefined) throw new Problem('reset_token_invalid');
  return answer(state);
});
