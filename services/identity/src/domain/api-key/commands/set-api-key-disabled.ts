import { ApiKeyDisabled, ApiKeyEnabled, type GivenProof, identityCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type Principal,
  type Refusal,
  serviceCommand,
} from '@cairn/kernel';
import { proofRefusal, underProof } from '../../../sign-in/person-proof.js';
import { keysAreForPeople, ownKey, ownKeyInForce } from '../own-key.js';
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

/** A key that was stolen and disabled stays so for the thief of a bearer: to enable needs the person. */
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
  return isRefusal(key) ? key : proofRefusal(context, proof);
};

export const setAPIKeyDisabled = serviceCommand(
  identityCommands.setAPIKeyDisabled,
  async ({ api_key_id: id, disabled, ...proof }, context) =>
    context.principal.kind === 'key'
      ? keysAreForPeople()
      : underProof(context, proof, () =>
          context.executeAddressed(apiKey, id, {
            given: () => enablingRefusal(id, disabled, proof, context),
            decide: (state) => decideSetDisabled(state, context.principal, disabled),
          }),
        ),
);
