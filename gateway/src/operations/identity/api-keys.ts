import { type CreateAPIKeyResponse, identityCommands, operations, type ParamsOf } from '@cairn/contracts';
import { organizationApiKey, organizationApiKeys, ownApiKey, ownApiKeys } from '@cairn/identity';
import type { Answer } from '../../call/answer.js';
import type { DoneReply } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { list, resource } from '../resource.js';
import { proven } from './proof.js';

const apiKey = resource({
  path: operations.getAPIKey.path,
  commands: identityCommands,
  read: (context, { id }: ParamsOf<typeof operations.getAPIKey>, deleted, { registers }) =>
    ownApiKey(context, registers, id, deleted),
});

export const listAPIKeys = list(operations.listAPIKeys, ({ context, edge, page }) =>
  ownApiKeys(context, edge.registers, page),
);
export const getAPIKey = apiKey.get(operations.getAPIKey);
export const createAPIKey = handler(operations.createAPIKey, async (call) => {
  const target = { location: operations.listAPIKeys.path, id: '' };
  const { reply } = await call.write(identityCommands.createAPIKey, proven(call), target);
  return apiKeyMade(reply);
});
export const updateAPIKey = apiKey.update(operations.updateAPIKey, { inputOf: proven });
export const deleteAPIKey = apiKey.remove(operations.deleteAPIKey);
export const rotateAPIKey = handler(operations.rotateAPIKey, async (call) => {
  const { reply } = await call.write(identityCommands.rotateAPIKey, proven(call), apiKey.at(call.params));
  return apiKeyMade(reply);
});

/** 201 with the key itself: the command alone can tell it, and only now. A key that was just made is at its first event. */
const apiKeyMade = ({ result }: DoneReply): Answer => {
  const made = result as CreateAPIKeyResponse;
  return { kind: 'resource', status: 201, body: made, revision: '0', location: apiKey.at(made).location };
};

const organizationKey = resource({
  path: operations.getOrganizationAPIKey.path,
  commands: identityCommands,
  read: (context, path: ParamsOf<typeof operations.getOrganizationAPIKey>, deleted, { registers }) =>
    organizationApiKey(context, registers, path, deleted),
});

export const listOrganizationAPIKeys = list(
  operations.listOrganizationAPIKeys,
  ({ context, edge, params, page }) =>
    organizationApiKeys(context, edge.registers, params.organization_id, page),
);
export const getOrganizationAPIKey = organizationKey.get(operations.getOrganizationAPIKey);
export const updateOrganizationAPIKey = organizationKey.update(operations.updateOrganizationAPIKey);
export const deleteOrganizationAPIKey = organizationKey.remove(operations.deleteOrganizationAPIKey);
