import { identityCommands, ReservationReleased } from '@cairn/contracts';
import { type Decision, serviceCommand } from '@cairn/kernel';
import { holdsClaim, user } from '../../user/state.js';
import { reservation, type ReservationState } from '../state.js';

/** Frees a name that is held under the claim and that its account does not have. */
export const decideRelease = (
  { holder }: ReservationState,
  { reservationId, claimId, isHeld }: { reservationId: string; claimId: string; isHeld: boolean },
): Decision =>
  holder?.claimId === claimId && !isHeld
    ? [ReservationReleased.of({ id: reservationId, claim_id: claimId })]
    : [];

export const releaseReservation = serviceCommand(
  identityCommands.releaseReservation,
  ({ reservation_id: reservationId, claim_id: claimId }, context) =>
    context.execute(reservation, reservationId, {
      given: async () => {
        const { holder } = await context.load(reservation, reservationId);
        const owner = await context.load(user, holder?.userId ?? reservationId);
        return { isHeld: holdsClaim(owner, claimId) };
      },
      decide: (state, { isHeld }) => decideRelease(state, { reservationId, claimId, isHeld }),
    }),
);
