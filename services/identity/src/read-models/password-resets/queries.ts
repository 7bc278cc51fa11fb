import type { EmailVerificationState, ResetPasswordState } from '@cairn/contracts';
import { type EventLog, eventRegistry, foldInto, streamOf, unfolded, type Vault } from '@cairn/kernel';
import {
  type MailedPurpose,
  openLinkOf,
  readResetLink,
  readVerificationLink,
  type SaidLink,
} from '../../credentials/mailed-token.js';
import { type Account, type OpenLink, user } from '../../domain/user/state.js';

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
    said: SaidLink | undefined,
  ): Promise<(ResetPasswordState & EmailVerificationState) | undefined> => {
    if (said === undefined) return undefined;
    const folded = unfolded(user);
    foldInto(folded, user, registry, await log.read(streamOf(user, said.userId)));
    const { state } = folded;
    if (state.kind !== 'account') return undefined;
    const link = await openLinkOf(vault, purpose, linksOf(state), { ...said, at });
    return link && { valid: true, user_id: said.userId, expires_at: link.expiresAt };
  };

const resetState = linkState('reset', ({ resets }) => resets);
const verificationState = linkState('verification', ({ verifications }) => verifications);

export const passwordReset = (engines: Engines, at: string, userId: string, token: string) =>
  resetState(engines, at, readResetLink(userId, token));
export const emailVerification = (engines: Engines, at: string, token: string) =>
  verificationState(engines, at, readVerificationLink(token));
