import { identityCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';

export const resetPassword = handler(operations.resetPassword, async (call) => {
  await call.write(
    identityCommands.resetPassword,
    { ...call.params, body: call.body },
    { location: '/api/v1/login', id: call.params.user_id },
  );
  return answer({ ...call.params, password: '', repeat_password: '', message: '' });
});
