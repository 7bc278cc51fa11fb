import { type ReservationEvent, reservationEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** For whom a name is held, under which claim, since when (RFC 3339). */
export interface Holder {
  readonly userId: string;
  readonly claimId: string;
  readonly since: string;
}

export interface ReservationState {
  readonly holder: Holder | null;
}

/** Streams `reservation-<id>`: a user name or an e-mail address that one account only can have (law 5). */
export const reservation = aggregate<ReservationState, ReservationEvent>({
  category: 'reservation',
  events: Object.values(reservationEvents),
  stateVersion: 1,
  initial: { holder: null },
  evolve: (state, event, { at }) => {
    switch (event.type) {
      case 'Reserved':
        return { holder: { userId: event.data.user_id, claimId: event.data.claim_id, since: at } };
      case 'ReservationReleased':
        return state.holder?.claimId === event.data.claim_id ? { holder: null } : state;
    }
  },
});
