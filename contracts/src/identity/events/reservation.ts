import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { CLAIM, RESERVATION, USER } from '../../kit/example-ids.js';

/** What can be held by one account only. */
const reservedKinds = ['username', 'email'] as const;
export type ReservedKind = (typeof reservedKinds)[number];

export const Reserved = event({
  name: 'Reserved',
  storedType: 'identity.reservation.reserved.v1',
  description:
    'A user name or an e-mail address is held for an account; it counts when the account has taken it under this claim.',
  schema: Type.Object({ id: Uuid, kind: OneOf(reservedKinds), user_id: Uuid, claim_id: Internal(Uuid) }),
  example: { id: RESERVATION, kind: 'username', user_id: USER, claim_id: CLAIM },
});

export const ReservationReleased = event({
  name: 'ReservationReleased',
  storedType: 'identity.reservation.released.v1',
  description: 'A user name or an e-mail address is free again.',
  schema: Type.Object({ id: Uuid, claim_id: Internal(Uuid) }),
  example: { id: RESERVATION, claim_id: CLAIM },
});

/** The events of `reservation-` streams, which are never published. */
export const reservationEvents = { Reserved, ReservationReleased } as const;
export type ReservationEvent = EventOf<(typeof reservationEvents)[keyof typeof reservationEvents]>;
