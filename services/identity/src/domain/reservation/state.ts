import { reservationEvents, type ReservationEvent, type ReservedKind } from '@cairn/contracts';
import { reservationsOf } from '@cairn/kernel';

/** `reservation-<id>`: a user name or an e-mail address that one account only can have (law 5). */
export const names = reservationsOf<ReservationEvent>({
  category: 'reservation',
  events: Object.values(reservationEvents),
  stateVersion: 2,
  holderIn: ({ type, data }) =>
    type === 'Reserved' ? { category: 'user', id: data.user_id, claimId: data.claim_id } : null,
  reserved: ({ reservationId: id, field }, { id: user_id, claimId: claim_id }) =>
    reservationEvents.Reserved.of({ id, kind: field as ReservedKind, user_id, claim_id }),
  released: (id, claim_id) => reservationEvents.ReservationReleased.of({ id, claim_id }),
});

/** The streams of names. */
export const reservation = names.aggregate;
