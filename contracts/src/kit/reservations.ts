import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from './event.js';
import { Uuid } from './schemas.js';

const ID = '018f4d1a-0000-7000-8000-000000000001';

/**
 * The events of the reservations of an area: values that one only may have (law 5). Their streams are never published, and
 * name no value: the id of each derives from it.
 */
export const reservationEventsOf = (area: string) =>
  ({
    ValueReserved: event({
      name: 'ValueReserved',
      storedType: `${area}.reservation.reserved.v1`,
      description:
        'A value is held for one that wants it; it counts when that has it, under this claim until then.',
      schema: Type.Object({
        category: Type.String({ description: 'Of the streams of the holder.' }),
        field: Type.String(),
        holder_id: Uuid,
        claim_id: Internal(Uuid),
      }),
      example: { category: 'application', field: 'name', holder_id: ID, claim_id: ID },
    }),
    ValueReleased: event({
      name: 'ValueReleased',
      storedType: `${area}.reservation.released.v1`,
      description: 'A value is free again.',
      schema: Type.Object({ claim_id: Internal(Uuid) }),
      example: { claim_id: ID },
    }),
  }) as const;
type ReservationEventDefinitions = ReturnType<typeof reservationEventsOf>;
export type ValueEvent = EventOf<ReservationEventDefinitions[keyof ReservationEventDefinitions]>;
