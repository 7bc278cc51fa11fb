import {
  type DomainEvent,
  type EventDefinition,
  reservationEventsOf,
  type ValueEvent,
} from '@cairn/contracts';
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

/** How a category tells of its reservations. */
interface ToldReservations<Event extends DomainEvent> extends Omit<Reservations, 'aggregate'> {
  readonly category: string;
  readonly events: readonly EventDefinition[];
  readonly stateVersion: number;
  /** For whom and under which claim a value is held from an event on; `null`: it releases what was held under the claim. */
  holderIn(this: void, event: Event): Omit<Holder, 'since'> | null;
}

/** Declares a category of reservations. */
export const reservationsOf = <Event extends DomainEvent & { readonly data: { readonly claim_id: string } }>({
  holderIn,
  reserved,
  released,
  ...streams
}: ToldReservations<Event>): Reservations => ({
  reserved,
  released,
  aggregate: aggregate<ReservationState, Event>({
    ...streams,
    initial: { holder: null },
    evolve: (state, event, { at: since }) => {
      const holder = holderIn(event);
      if (holder !== null) return { holder: { ...holder, since } };
      return state.holder?.claimId === event.data.claim_id ? { holder: null } : state;
    },
  }),
});

/** `<area>Reservation-<id>`: what one only of an area may have (law 5). Never published. */
export const areaReservations = (area: string): Reservations => {
  const events = reservationEventsOf(area);
  return reservationsOf<ValueEvent>({
    category: `${area}Reservation`,
    events: Object.values(events),
    stateVersion: 1,
    holderIn: ({ type, data }) =>
      type === 'ValueReserved'
        ? { category: data.category, id: data.holder_id, claimId: data.claim_id }
        : null,
    reserved: ({ field }, { category, id, claimId }) =>
      events.ValueReserved.of({ category, field, holder_id: id, claim_id: claimId }),
    released: (_, claimId) => events.ValueReleased.of({ claim_id: claimId }),
  });
};
