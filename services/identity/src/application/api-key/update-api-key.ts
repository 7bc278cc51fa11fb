import { ApiKeyDisabled, ApiKeyEnabled, type GivenProof, identityCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type Principal,
  type Refusal,
  serviceCommand,
} from '@cairn/kernel';
import { proofRefusal, underProof } from '../../sign-in/person-proof.js';
import { keysAreForPeople, ownKey, ownKeyInForce } from '../../domain/api-key/own-key.js';
import { organizationRefusal } from './may-make-keys.js';
import { type ApiKey, apiKey, type ApiKeyState } from '../../domain/api-key/state.js';

/** Sets the flag, or turns it over when nothing is said. */
export const decideSetDisabled = (
  state: ApiKeyState,
  principal: Principal,
  disabled: boolean | undefined,
): Decision => {
  const key = ownKey(state, principal);
  return isRefusal(key) ? key : flagged(key, disabled ?? !key.disabled);
};

/** What sets the flag of a key, unless it is so already. */
export const flagged = (key: Pick<ApiKey, 'id' | 'disabled'>, disabled: boolean): Decision => {
  if (disabled === key.disabled) return [];
  return [disabled ? ApiKeyDisabled.of({ id: key.id }) : ApiKeyEnabled.of({ id: key.id })];
};

/**
 * A key that was stolen and disabled stays so for the thief of a bearer: to enable needs the person, and of a key of an
 * organization who may make keys there, for its administrators may have disabled it.
 */
const enablingRefusal = async (
  id: string,
  disabled: boolean | undefined,
  proof: GivenProof,
  context: CommandContext,
): Promise<Refusal | undefined> => {
  const state = await context.load(apiKey, id);
  const isEnabling = state.kind === 'key' && state.disabled && disabled !== true;
  if (!isEnabling) return proof.password === undefined ? undefined : proofRefusal(context, proof);
  const key = await ownKeyInForce(context, id);
  if (isRefusal(key)) return key;
  return (await proofRefusal(context, proof)) ?? organizationRefusal(context, key.organizationId);
};

export const updateAPIKey = serviceCommand(
  identityCommands.updateAPIKey,
  async ({ id, body: { disabled }, ...proof }, context) =>
    context.principal.kind === 'key'
      ? keysAreForPeople()
      : underProof(context, proof, () =>
          context.executeAddressed(apiKey, id, {
            given: () => enablingRefusal(id, disabled, proof, context),
            decide: (state) => decideSetDisabled(state, context.principal, disabled),
          }),
        ),
);
