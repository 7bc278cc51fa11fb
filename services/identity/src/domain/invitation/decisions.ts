import { type InvitationEvent, invitationEvents } from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { notFound } from '../group/decisions.js';
import type { InvitationState, KnownInvitation } from './state.js';

const { InvitationSent, InvitationAccepted, InvitationRevoked, InvitationExpired } = invitationEvents;
type Sent = Extract<InvitationEvent, { readonly type: 'InvitationSent' }>['data'];

/** A mailed invitation is good for 30 days; what happened longer ago can tell of none that is open. */
export const OPEN_MS = 30 * 24 * 60 * 60 * 1000;

export const invitationInvalid = (): Refusal =>
  refuse('invitation_invalid', 'The invitation cannot be used.');

/** Whether it can be accepted; `at` is now, RFC 3339. */
export const isOpen = (state: InvitationState, at: string): state is KnownInvitation =>
  state.status === 'open' && state.expiresAt > at;

export const decideInvite = (state: InvitationState, data: Sent): Decision =>
  state.status === 'none'
    ? [InvitationSent.of(data)]
    : refuse('conflict', 'There is an invitation of this id.');

/** Once, by one person: who accepted it and did not become a member may go on. */
export const decideAccept = (state: InvitationState, userId: string, at: string): Decision => {
  if (state.status === 'accepted' && state.acceptedBy === userId) return [];
  return isOpen(state, at) ? [InvitationAccepted.of({ user_id: userId })] : invitationInvalid();
};

export const decideRevoke = (state: InvitationState, organizationId: string): Decision => {
  if (state.status === 'none' || state.organizationId !== organizationId) return notFound();
  return state.status === 'open' ? [InvitationRevoked.of({})] : invitationInvalid();
};

/** Cairn's own: whoever it waited for is erased. */
export const decideWithdraw = (state: InvitationState): Decision =>
  state.status === 'open' ? [InvitationRevoked.of({ reason: 'address_erased' })] : [];

export const decideExpireInvitation = (state: InvitationState, at: string): Decision =>
  state.status === 'open' && state.expiresAt <= at ? [InvitationExpired.of({})] : [];
