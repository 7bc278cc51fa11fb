import type { ResetPasswordState } from '@cairn/contracts';
import { type EventLog, eventRegistry, foldInto, streamOf, unfolded, type Vault } from '@cairn/kernel';
import { openResetOf } from '../../credentials/open-reset.js';
import { user } from '../../domain/user/state.js';

const registry = eventRegistry([user]);

/** What a mailed link leads to while it can be used; looking at it uses nothing up (S14). From the log: no lag shows. `at` is now. */
export const passwordReset = async (
  { log, vault }: { readonly log: Pick<EventLog, 'read'>; readonly vault: Vault },
  at: string,
  userId: string,
  token: string,
): Promise<ResetPasswordState | undefined> => {
  const folded = unfolded(user);
  foldInto(folded, user, registry, await log.read(streamOf(user, userId)));
  const reset = await openResetOf(vault, folded.state, token, at);
  return reset && { valid: true, user_id: userId, expires_at: reset.expiresAt };
};
