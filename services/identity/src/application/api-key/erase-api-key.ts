import { ApiKeyDeleted, ApiKeyErased, identityCommands } from '@cairn/contracts';
import { type Decision, refuse, serviceCommand } from '@cairn/kernel';
import { apiKey, type ApiKeyState } from '../../domain/api-key/state.js';

/** A key that was not deleted before is deleted too, so that its hash leaves the vault. */
export const decideEraseKey = (state: ApiKeyState, id: string): Decision => {
  switch (state.kind) {
    case 'key':
      return [ApiKeyDeleted.of({ id, credential_id: state.credentialId }), ApiKeyErased.of({ id })];
    case 'deleted':
      return [ApiKeyErased.of({ id })];
    default:
      return [];
  }
};

/** Only Cairn itself sends it, when it erases the owner. */
export const eraseAPIKey = serviceCommand(
  identityCommands.eraseAPIKey,
  async ({ api_key_id: id }, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(apiKey, id, { decide: (state) => decideEraseKey(state, id) })
      : refuse('forbidden', 'A key is erased with its owner only.'),
);
