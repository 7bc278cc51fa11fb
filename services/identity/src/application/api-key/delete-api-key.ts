import { ApiKeyDeleted, identityCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Principal, serviceCommand } from '@cairn/kernel';
import { ownKey } from '../../domain/api-key/own-key.js';
import { apiKey, type ApiKeyState } from '../../domain/api-key/state.js';

export const decideDelete = (state: ApiKeyState, principal: Principal): Decision => {
  const key = ownKey(state, principal);
  return isRefusal(key) ? key : [ApiKeyDeleted.of({ id: key.id, credential_id: key.credentialId })];
};

export const deleteAPIKey = serviceCommand(identityCommands.deleteAPIKey, ({ id }, context) =>
  context.executeAddressed(apiKey, id, { decide: (state) => decideDelete(state, context.principal) }),
);
