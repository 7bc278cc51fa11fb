import { identityCommands, operations, type RotateAPIKeyRequest } from '@cairn/contracts';
import { handler } from '../handler.js';
import { apiKeyMade, apiKeysLocation } from './api-key-made.js';
import { proofOf } from './proof.js';

export const rotateAPIKey = handler(operations.rotateAPIKey, async (call) => {
  const { id } = call.params;
  const { reply } = await call.write(
    identityCommands.rotateAPIKey,
    { api_key_id: id, grace_hours: graceOf(call.body), ...proofOf(call, call.body) },
    { location: `${apiKeysLocation}/${id}`, id },
  );
  return apiKeyMade(reply);
});

const graceOf = (body: RotateAPIKeyRequest | undefined): number => body?.grace_hours ?? 0;
