import { ClaimAbandoned, type UserEvent } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import { holdsClaim, type UserState } from './state.js';

/** Takes the right to a reserved name from an account that has not taken the name (law 5). */
export const decideAbandonClaim = (state: UserState, claimId: string): Decision =>
  holdsClaim(state, claimId) ? refuse('conflict', 'The name is in use.') : abandoning(state, claimId);

/** What an account is told of a claim that it does not hold. */
export const abandoning = (state: UserState, claimId: string): readonly UserEvent[] => {
  const isNeeded =
    state.kind === 'none' || (state.kind === 'account' && !state.abandonedClaims.includes(claimId));
  return isNeeded ? [ClaimAbandoned.of({ claim_id: claimId })] : [];
};
