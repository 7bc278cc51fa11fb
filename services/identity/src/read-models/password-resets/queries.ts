import type { EmailVerificationState, ResetPasswordState } from '@cairn/contracts';
import { type EventLog, eventRegistry, foldInto, streamOf, unfolded, type Vault } from '@cairn/kernel';
import { type MailedPurpose, type OpenLink, openLinkOf } from '../../credentials/mailed-token.js';
import { type Account, user } from '../../domain/user/state.js';

const registry = eventRegistry([user]);

interface Engines {
  readonly log: Pick<EventLog, 'read'>;
  readonly vault: Vault;
}

/** What a mailed link leads to while it can be used; looking at it uses nothing up (S14). From the log: no lag shows. `at` is now. */
const linkState =
  (purpose: MailedPurpose, linksOf: (account: Account) => readonly OpenLink[]) =>
  async (
    { log, vault }: Engines,
    at: string,
    userId: string,
    token: string,
  ): Promise<(ResetPasswordState & EmailVerificationState) | undefined> => {
    const folded = unfolded(user);
    foldInto(folded, user, registry, await log.read(streamOf(user, userId)));
    const { state } = folded;
    if (state.kind !== 'account') return undefined;
    const link = await openLinkOf(vault, purpose, linksOf(state), { userId, token, at });
    return link && { valid: true, user_id: userId, expires_at: link.expiresAt };
  };

export const passwordReset = linkState('reset', ({ resets }) => resets);
export const emailVerification = linkState('verification', ({ verifications }) => verifications);
