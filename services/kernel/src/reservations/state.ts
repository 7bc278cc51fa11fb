import { type DomainEvent, reservationEventsOf, type ValueEvent } from '@cairn/contracts';
import { type Aggregate, aggregate } from '../domain/aggregate.js';

/** For whom a value is held, under which claim, since when (RFC 3339). */
export interface Holder {
  /** Of its streams. */
  readonly category: string;
  readonly id: string;
  readonly claimId: string;
  readonly since: string;
}

export interface ReservationState {
  readonly holder: Holder | null;
}

/** A value that is wanted by one that has not got it. */
export interface WantedValue {
  /** Of the reservation: derived from the value, so that two that want the same meet in one stream. */
  readonly reservationId: string;
  readonly field: string;
}

/** A category of reservations: its streams, and how their events are made. */
export interface Reservations {
  readonly aggregate: Aggregate<ReservationState>;
  reserved(this: void, wanted: WantedValue, holder: Omit<Holder, 'since'>): DomainEvent;
  released(this: void, reservationId: string, claimId: string): DomainEvent;
}

/** `<area>Reservation-<id>`: what one only of an area may have (law 5). Never published. */
export const areaReservations = (area: string): Reservations => {
  const events = reservationEventsOf(area);
  return {
    aggregate: aggregate<ReservationState, ValueEvent>({
      category: `${area}Reservation`,
      events: Object.values(events),
      stateVersion: 1,
      initial: { holder: null },
      evolve: (state, event, { at: since }) => {
        switch (event.type) {
          case 'ValueReserved': {
            const { category, holder_id: id, claim_id: claimId } = event.data;
            return { holder: { category, id, claimId, since } };
          }
          case 'ValueReleased':
            return state.holder?.claimId === event.data.claim_id ? { holder: null } : state;
        }
      },
    }),
    reserved: ({ field }, { category, id, claimId }) =>
      events.ValueReserved.of({ category, field, holder_id: id, claim_id: claimId }),
    released: (_, claimId) => events.ValueReleased.of({ claim_id: claimId }),
  };
};
