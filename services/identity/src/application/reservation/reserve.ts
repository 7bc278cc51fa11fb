import { type ReservationEvent, Reserved } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import type { ReservationState } from '../../domain/reservation/state.js';

type Wanted = Extract<ReservationEvent, { readonly type: 'Reserved' }>['data'];

/** `clearedClaimId`: the holder's claim that was abandoned just before, so that the name may change hands. */
export const decideReserve = (
  { holder }: ReservationState,
  wanted: Wanted,
  clearedClaimId: string | null,
): Decision => {
  if (holder?.userId === wanted.user_id) return [];
  if (holder === null || holder.claimId === clearedClaimId) return [Reserved.of(wanted)];
  return wanted.kind === 'username'
    ? refuse('login_taken', 'The user name is taken.')
    : refuse('email_taken', 'The e-mail address is taken.');
};
