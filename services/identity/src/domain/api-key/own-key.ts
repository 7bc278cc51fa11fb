import { type CommandContext, isRefusal, type Principal, type Refusal, refuse } from '@cairn/kernel';
import { user } from '../user/state.js';
import { type ApiKey, apiKey, type ApiKeyState, isInForce } from './state.js';

/**
 * The key if it is the caller's own and was not deleted; Cairn itself reaches any, a key of an organization those of that
 * organization alone.
 */
export const ownKey = (state: ApiKeyState, principal: Principal): ApiKey | Refusal =>
  state.kind === 'key' && (principal.kind === 'system' || isOwn(state, principal))
    ? state
    : refuse('not_found', 'There is no such API key.');

const isOwn = ({ userId, organizationId }: ApiKey, principal: Principal): boolean =>
  userId === principal.userId &&
  (principal.organizationId === undefined || principal.organizationId === organizationId);

export const keysAreForPeople = (): Refusal =>
  refuse('key_cannot_make_keys', 'An API key cannot create or change API keys.');

/** The caller's own key as long as it is in force, for what would let it, or one like it, go on. */
export const ownKeyInForce = async (
  { load, principal }: CommandContext,
  id: string,
): Promise<ApiKey | Refusal> => {
  const key = ownKey(await load(apiKey, id), principal);
  if (isRefusal(key)) return key;
  const account = await load(user, key.userId);
  return account.kind === 'account' && isInForce(key, account)
    ? key
    : refuse('conflict', 'The key was revoked with the password.');
};
