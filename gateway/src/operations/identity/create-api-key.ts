import { identityCommands, operations } from '@cairn/contracts';
import { handler } from '../handler.js';
import { proofOf, withoutPassword } from './proof.js';
import { apiKeyMade, apiKeysLocation } from './api-key-made.js';

export const createAPIKey = handler(operations.createAPIKey, async (call) => {
  const target = { location: apiKeysLocation, id: '' };
  const input = { body: withoutPassword(call.body), ...proofOf(call, call.body) };
  const { reply } = await call.write(identityCommands.createAPIKey, input, target);
  return apiKeyMade(reply);
});
