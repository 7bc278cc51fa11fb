import { identityCommands, ReservationReleased } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type ReservationState,
  serviceCommand,
} from '@cairn/kernel';
import { decideAbandonClaim } from '../../domain/user/abandon-claim.js';
import { user } from '../../domain/user/state.js';
import { reservation } from '../../domain/reservation/state.js';

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
  async ({ reservation_id: reservationId, claim_id: claimId }, context) => {
    const { holder } = await context.load(reservation, reservationId);
    const isHeld = holder?.claimId === claimId && (await isKept(context, holder.id, claimId));
    return context.execute(reservation, reservationId, {
      decide: (state) => decideRelease(state, { reservationId, claimId, isHeld }),
    });
  },
);

/** What an account does not have it cannot take any more, either: another change of it may be about to (law 5). */
const isKept = async (context: CommandContext, userId: string, claimId: string): Promise<boolean> => {
  if ((await context.load(user, userId)).kind === 'none') return false;
  const abandoned = await context.execute(user, userId, {
    decide: (state) => decideAbandonClaim(state, claimId),
  });
  return isRefusal(abandoned);
};
