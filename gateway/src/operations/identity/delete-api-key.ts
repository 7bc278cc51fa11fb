import { identityCommands, operations } from '@cairn/contracts';
import { ownApiKey } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { apiKeysLocation } from './api-key-made.js';

export const deleteAPIKey = handler(operations.deleteAPIKey, async (call) => {
  const { id } = call.params;
  const target = { location: `${apiKeysLocation}/${id}`, id };
  const { reading } = await call.write(identityCommands.deleteAPIKey, { api_key_id: id }, target);
  return deleted(async () => {
    const key = await ownApiKey(reading, call.edge.registers, id, { withDeleted: true });
    return found(key).resource;
  });
});
