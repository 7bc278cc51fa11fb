import { identityCommands, operations } from '@cairn/contracts';
import { handler } from '../handler.js';
import { registrationEcho, registrationRefused, registrationReply } from './registration-reply.js';

const location = '/api/v1/me';

export const register = handler(
  operations.register,
  async (call) => {
    await call.write(
      identityCommands.registerUser,
      { body: call.body, ip: call.ip },
      { location, id: call.newId('user') },
    );
    return {
      kind: 'resource',
      status: 201,
      body: registrationReply('success', '', registrationEcho(call.body)),
      location,
    };
  },
  registrationRefused,
);
