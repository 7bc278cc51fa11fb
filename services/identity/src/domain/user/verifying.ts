import { type EmailProof, EmailVerificationRequested, EmailVerified, type UserEvent } from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import type { Account, UserState } from './state.js';

/** A mailed link is good for a day. */
const LINK_MS = 24 * 60 * 60 * 1000;

export const linkNotValid = (): Refusal =>
  refuse('verify_token_invalid', 'The link to verify an e-mail address cannot be used.');

/** The key of the address of an account that is in use, when it is verified; the same as that of what waits for the address. */
export const verifiedAddressOf = (state: UserState): string | undefined =>
  state.kind === 'account' && !state.disabled && state.emailVerified
    ? state.heldEmail.reservation_id
    : undefined;

/** A link is owed to the address of an account; `at` is now, RFC 3339. */
export const verificationOwed = (
  { id, email }: Pick<Account, 'id' | 'email'>,
  { verificationId, at }: { readonly verificationId: string; readonly at: string },
) =>
  EmailVerificationRequested.of({
    id,
    verification_id: verificationId,
    email,
    expires_at: new Date(Date.parse(at) + LINK_MS).toISOString(),
  });

/** What says that the address of now is the person's own, unless that is known. */
export const verifiedBy = (
  { id, emailVerified }: Pick<Account, 'id' | 'emailVerified'>,
  by: EmailProof,
): readonly UserEvent[] => (emailVerified ? [] : [EmailVerified.of({ id, by })]);

/** Another link, for who asks for themselves; of what is verified none. */
export const decideRequestVerification = (
  state: UserState,
  link: { readonly verificationId: string; readonly at: string },
): Decision =>
  state.kind === 'account' && !state.disabled && !state.emailVerified ? [verificationOwed(state, link)] : [];

/** A link is used once; one that was mailed to another address than that of now is not there. */
export const decideVerify = (
  state: UserState,
  { verificationId, at }: { readonly verificationId: string; readonly at: string },
): Decision => {
  if (state.kind !== 'account' || state.disabled) return linkNotValid();
  const isOpen = state.verifications.some(({ id, expiresAt }) => id === verificationId && expiresAt > at);
  return isOpen ? verifiedBy(state, 'link') : linkNotValid();
};

/** Who used a link that was mailed to an address reads what is mailed there, as long as the account has that address. */
export const decideConfirm = (
  state: UserState,
  { addressKey, by }: { readonly addressKey: string; readonly by: EmailProof },
): Decision =>
  state.kind === 'account' && state.heldEmail.reservation_id === addressKey ? verifiedBy(state, by) : [];
