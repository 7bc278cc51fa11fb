import {
  type APIKeyChanges,
  type CreateAPIKeyResponse,
  identityCommands,
  operations,
  type ParamsOf,
  type RotateAPIKeyRequest,
} from '@cairn/contracts';
import { organizationApiKey, organizationApiKeys, ownApiKey, ownApiKeys } from '@cairn/identity';
import { type Answer, type DoneReply, handler } from '../handler.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';
import { proofOf, withoutPassword } from './proof.js';
import { unrefused } from './unrefused.js';

const apiKey = resource({
  path: operations.getAPIKey.path,
  commands: identityCommands,
  role: 'api_key',
  read: (context, { id }: ParamsOf<typeof operations.getAPIKey>, deleted, { registers }) =>
    ownApiKey(context, registers, id, { withDeleted: deleted?.deletedToo === true }),
});

export const listAPIKeys = list(operations.listAPIKeys, ({ context, edge, page }) =>
  ownApiKeys(context, edge.registers, page),
);
export const getAPIKey = apiKey.get(operations.getAPIKey);
export const createAPIKey = handler(operations.createAPIKey, async (call) => {
  const target = { location: operations.listAPIKeys.path, id: '' };
  const input = { body: withoutPassword(call.body), ...proofOf(call, call.body) };
  const { reply } = await call.write(identityCommands.createAPIKey, input, target);
  return apiKeyMade(reply);
});
export const updateAPIKey = apiKey.update(operations.updateAPIKey, {
  command: identityCommands.setAPIKeyDisabled,
  inputOf: (call) => ({ api_key_id: call.params.id, ...wishOf(call.body), ...proofOf(call, call.body) }),
});
export const deleteAPIKey = apiKey.remove(
  operations.deleteAPIKey,
  renamed('api_key', identityCommands.deleteAPIKey),
);

export const rotateAPIKey = handler(operations.rotateAPIKey, async (call) => {
  const { params, body } = call;
  const input = { api_key_id: params.id, grace_hours: graceOf(body), ...proofOf(call, body) };
  const { reply } = await call.write(identityCommands.rotateAPIKey, input, apiKey.at(params));
  return apiKeyMade(reply);
});

/** 201 with the key itself: the command alone can tell it, and only now. A key that was just made is at its first event. */
const apiKeyMade = ({ result }: DoneReply): Answer => {
  const made = result as CreateAPIKeyResponse;
  return { kind: 'resource', status: 201, body: made, revision: '0', location: apiKey.at(made).location };
};

const wishOf = (body: APIKeyChanges | undefined): { readonly disabled?: boolean } =>
  body?.disabled === undefined ? {} : { disabled: body.disabled };
const graceOf = (body: RotateAPIKeyRequest | undefined): number => body?.grace_hours ?? 0;

const organizationKey = resource({
  path: operations.getOrganizationAPIKey.path,
  commands: identityCommands,
  role: 'api_key',
  read: async (
    context,
    { organization_id: organizationId, id }: ParamsOf<typeof operations.getOrganizationAPIKey>,
    deleted,
    { registers },
  ) => {
    const options = { withDeleted: deleted?.deletedToo === true };
    return unrefused(await organizationApiKey(context, registers, { organizationId, id }, options));
  },
});

export const listOrganizationAPIKeys = list(
  operations.listOrganizationAPIKeys,
  async ({ context, edge, params, page }) =>
    unrefused(await organizationApiKeys(context, edge.registers, params.organization_id, page)),
);
export const getOrganizationAPIKey = organizationKey.get(operations.getOrganizationAPIKey);
export const updateOrganizationAPIKey = organizationKey.update(
  operations.updateOrganizationAPIKey,
  renamed('api_key', identityCommands.setOrganizationAPIKeyDisabled),
);
export const deleteOrganizationAPIKey = organizationKey.remove(
  operations.deleteOrganizationAPIKey,
  renamed('api_key', identityCommands.deleteOrganizationAPIKey),
);
