import type { Vault } from '@cairn/kernel';
import type { OpenReset, UserState } from '../domain/user/state.js';
import { isResetToken } from './reset-token.js';

/** The reset that a token of a mailed link belongs to, while the link can be used. `at` is now, RFC 3339. */
export const openResetOf = async (
  vault: Vault,
  state: UserState,
  token: string,
  at: string,
): Promise<OpenReset | undefined> => {
  if (state.kind !== 'account') return undefined;
  for (const reset of state.resets)
    if (reset.expiresAt > at && (await isResetToken(vault, state.id, reset.id, token))) return reset;
  return undefined;
};
