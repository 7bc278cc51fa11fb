import { ClaimAbandoned } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import { holdsClaim, type UserState } from '../../domain/user/state.js';

/** Takes the right to a reserved name from an account that has not taken the name (law 5). */
export const decideAbandonClaim = (state: UserState, claimId: string): Decision => {
  if (holdsClaim(state, claimId)) return refuse('conflict', 'The name is in use.');
  const isNeeded =
    state.kind === 'none' || (state.kind === 'account' && !state.abandonedClaims.includes(claimId));
  return isNeeded ? [ClaimAbandoned.of({ claim_id: claimId })] : [];
};
