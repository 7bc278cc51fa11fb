import { ApiKeyDisabled, ApiKeyEnabled, identityCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Principal, serviceCommand } from '@cairn/kernel';
import { keysAreForPeople, ownKey } from '../own-key.js';
import { apiKey, type ApiKeyState } from '../state.js';

/** Sets the flag, or turns it over when nothing is said. */
export const decideSetDisabled = (
  state: ApiKeyState,
  principal: Principal,
  disabled: boolean | undefined,
): Decision => {
  const key = ownKey(state, principal);
  if (isRefusal(key)) return key;
  const wanted = disabled ?? !key.disabled;
  if (wanted === key.disabled) return [];
  return [wanted ? ApiKeyDisabled.of({ id: key.id }) : ApiKeyEnabled.of({ id: key.id })];
};

export const setAPIKeyDisabled = serviceCommand(
  identityCommands.setAPIKeyDisabled,
  async ({ api_key_id: id, disabled }, context) =>
    context.principal.kind === 'key'
      ? keysAreForPeople()
      : context.executeAddressed(apiKey, id, {
          decide: (state) => decideSetDisabled(state, context.principal, disabled),
        }),
);
