import { identityCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';
import { loginReply } from './login-reply.js';

export const refreshToken = handler(operations.refreshToken, async (call) => {
  const { reply, reading } = await call.write(
    identityCommands.refreshSession,
    { refresh_token: call.body.refresh_token },
    { location: '/api/v1/me', id: '' },
  );
  return answer(await loginReply(call, reply, reading));
});
