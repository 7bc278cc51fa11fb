import { identityCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';
import { clientOf, loginReply } from './login-reply.js';

export const login = handler(operations.login, async (call) => {
  const { username, password } = call.body;
  const { reply, reading } = await call.write(
    identityCommands.login,
    { username, password, ...clientOf(call) },
    { location: '/api/v1/me', id: call.newId('session') },
  );
  return answer(await loginReply(call, reply, reading));
});
