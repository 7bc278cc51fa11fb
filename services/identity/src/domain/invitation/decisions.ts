import { type InvitationEvent, invitationEvents } from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { notFound } from '../group/decisions.js';
import type { InvitationState, KnownInvitation } from './state.js';

const {
  InvitationSent,
  InvitationResent,
  InvitationAccepted,
  InvitationDeclined,
  InvitationRevoked,
  InvitationExpired,
} = invitationEvents;
type Sent = Extract<InvitationEvent, { readonly type: 'InvitationSent' }>['data'];

/** A mailed invitation is good for 30 days; what happened longer ago can tell of none that is open. */
export const OPEN_MS = 30 * 24 * 60 * 60 * 1000;
/** Until when one is good that is mailed at a time; both RFC 3339. */
const goodUntil = (at: string): string => new Date(Date.parse(at) + OPEN_MS).toISOString();

/** Of one invitation: who does not answer so many does not want to (S47). */
const MOST_MAILS = 5;

export const invitationInvalid = (): Refusal =>
  refuse('invitation_invalid', 'The invitation cannot be used.');

/** Whether it can be accepted; `at` is now, RFC 3339. */
export const isOpen = (state: InvitationState, at: string): state is KnownInvitation =>
  state.status === 'open' && state.expiresAt > at;

/** Whether anything is told of it to who holds its token: it is open, or was accepted, perhaps by them. */
export const isUsable = (state: InvitationState, at: string): state is KnownInvitation =>
  state.status === 'accepted' || isOpen(state, at);

export const decideInvite = (state: InvitationState, data: Omit<Sent, 'expires_at'>, at: string): Decision =>
  state.status === 'none'
    ? [InvitationSent.of({ ...data, expires_at: goodUntil(at) })]
    : refuse('conflict', 'There is an invitation of this id.');

/** Mailed once more by who may invite now: from then on it is they who invite. */
export const decideResend = (
  state: InvitationState,
  organizationId: string,
  { invitedBy: invited_by, at }: { readonly invitedBy: string; readonly at: string },
): Decision => {
  if (state.status === 'none' || state.organizationId !== organizationId) return notFound();
  if (!isOpen(state, at)) return invitationInvalid();
  return state.mails < MOST_MAILS
    ? [InvitationResent.of({ mail: state.mails + 1, invited_by, expires_at: goodUntil(at) })]
    : refuse('conflict', `One invitation is mailed ${MOST_MAILS} times at most.`);
};

/** Once, by one person: who accepted it and did not become a member may go on. */
export const decideAccept = (state: InvitationState, userId: string, at: string): Decision => {
  if (state.status === 'accepted' && state.acceptedBy === userId) return [];
  return isOpen(state, at) ? [InvitationAccepted.of({ user_id: userId })] : invitationInvalid();
};

export const decideDecline = (state: InvitationState, at: string): Decision =>
  isOpen(state, at) ? [InvitationDeclined.of({})] : invitationInvalid();

export const decideRevoke = (state: InvitationState, organizationId: string): Decision => {
  if (state.status === 'none' || state.organizationId !== organizationId) return notFound();
  return state.status === 'open' ? [InvitationRevoked.of({})] : invitationInvalid();
};

/** Cairn's own: whoever it waited for is erased. */
export const decideWithdraw = (state: InvitationState): Decision =>
  state.status === 'open' ? [InvitationRevoked.of({ reason: 'address_erased' })] : [];

export const decideExpireInvitation = (state: InvitationState, at: string): Decision =>
  state.status === 'open' && state.expiresAt <= at ? [InvitationExpired.of({})] : [];
