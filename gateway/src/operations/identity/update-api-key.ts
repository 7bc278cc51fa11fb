import { type APIKeyChanges, identityCommands, operations } from '@cairn/contracts';
import { ownApiKey } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { apiKeysLocation } from './api-key-made.js';
import { proofOf } from './proof.js';

export const updateAPIKey = handler(operations.updateAPIKey, async (call) => {
  const { id } = call.params;
  const { reading } = await call.write(
    identityCommands.setAPIKeyDisabled,
    { api_key_id: id, ...wishOf(call.body), ...proofOf(call, call.body) },
    { location: `${apiKeysLocation}/${id}`, id },
  );
  return ok(found(await ownApiKey(reading, call.edge.registers, id)));
});

const wishOf = (body: APIKeyChanges | undefined): { readonly disabled?: boolean } =>
  body?.disabled === undefined ? {} : { disabled: body.disabled };
