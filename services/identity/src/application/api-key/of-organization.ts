import { ApiKeyDeleted, identityCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Refusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { notFound } from '../../domain/group/decisions.js';
import { keysAreForPeople } from '../../domain/api-key/own-key.js';
import { type ApiKey, apiKey, type ApiKeyState } from '../../domain/api-key/state.js';
import { organizationPlace, refusalIn } from '../../rights/may-in.js';
import { flagged } from './update-api-key.js';

/** A key as long as it is one of the organization. */
const keyWithin = (state: ApiKeyState, organizationId: string): ApiKey | Refusal =>
  state.kind === 'key' && state.organizationId === organizationId ? state : notFound();

const decideSetWithin = (state: ApiKeyState, organizationId: string, disabled: boolean): Decision => {
  const key = keyWithin(state, organizationId);
  return isRefusal(key) ? key : flagged(key, disabled);
};

const decideDeleteWithin = (state: ApiKeyState, organizationId: string): Decision => {
  const key = keyWithin(state, organizationId);
  return isRefusal(key) ? key : [ApiKeyDeleted.of({ id: key.id, credential_id: key.credentialId })];
};

const setDisabled = serviceCommand(
  identityCommands.updateOrganizationAPIKey,
  async ({ organization_id: organizationId, id, body }, context) =>
    context.executeAddressed(apiKey, id, {
      given: async () =>
        (await refusalIn(context, organizationPlace(organizationId), 'apikeys:write')) ??
        (context.principal.kind === 'key' && !body.disabled ? keysAreForPeople() : undefined),
      decide: (state) => decideSetWithin(state, organizationId, body.disabled),
    }),
);

const remove = serviceCommand(
  identityCommands.deleteOrganizationAPIKey,
  ({ organization_id: organizationId, id }, context) =>
    context.executeAddressed(apiKey, id, {
      given: () => refusalIn(context, organizationPlace(organizationId), 'apikeys:write'),
      decide: (state) => decideDeleteWithin(state, organizationId),
    }),
);

/** What who manages the keys of an organization does with them. */
export const organizationKeyCommands: readonly ServiceCommand[] = [setDisabled, remove];
