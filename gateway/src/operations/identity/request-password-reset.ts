import { identityCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';
import { noSoonerThan } from './no-sooner-than.js';

const ANSWERED_AFTER_MS = 250;

/** Neither the answer, nor its headers, nor its time tell whether there is such an account (S12). */
export const requestPasswordReset = handler(operations.requestPasswordReset, async (call) => {
  const { login } = call.body;
  const target = { location: '/api/v1/resetpassword', id: '' };
  await noSoonerThan(ANSWERED_AFTER_MS, () =>
    call.write(identityCommands.requestPasswordReset, { login }, target),
  );
  call.written = undefined;
  return answer({ login });
});
