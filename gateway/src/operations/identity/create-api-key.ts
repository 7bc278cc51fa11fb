import { identityCommands, operations } from '@cairn/contracts';
import { handler } from '../handler.js';
import { apiKeyMade, apiKeysLocation } from './api-key-made.js';

export const createAPIKey = handler(operations.createAPIKey, async (call) => {
  const target = { location: apiKeysLocation, id: '' };
  const { reply } = await call.write(identityCommands.createAPIKey, { body: call.body }, target);
  return apiKeyMade(reply);
});
