import type { AnyRecord } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import type { Aggregate } from '../domain/aggregate.js';
import { nameKey } from '../domain/plain-name.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { areaReservations, type Holding, type WantedValue } from '../reservations/index.js';
import type { Json } from '../base/json-value.js';
import type { RecordState, Values } from './state.js';

/** What of a record is unique: which reservations it holds while it is live, and how claims on them are put aside. */
export interface UniqueValues {
  readonly holding: Holding;
  /** What a live record with these values holds; a field that says nothing holds nothing. */
  heldBy(this: void, values: Values): readonly WantedValue[];
}

export const uniqueValues = (record: AnyRecord, aggregate: Aggregate<RecordState>): UniqueValues => {
  const { area, unique = [] } = record.description;
  const heldBy = (values: Values): readonly WantedValue[] =>
    unique.map(({ field, within }) => {
      const scope = within === undefined ? '' : textOf(values[within]);
      const value = nameKey(textOf(values[field]));
      return { reservationId: derivedId('reservation', record.category, field, scope, value), field };
    });
  return {
    heldBy,
    holding: {
      reservations: areaReservations(area),
      taken,
      abandon: (context, { id }, claims) =>
        context.execute(aggregate, id, {
          decide: (state) => {
            const held = state.status === 'live' ? heldBy(state.values) : [];
            const has = claims.find(({ reservationId }) => holds(held, reservationId));
            if (has !== undefined) return taken(has);
            return claims
              .filter(({ claimId }) => !state.abandoned.includes(claimId))
              .map(({ claimId }) => record.events.claimAbandoned.of({ claim_id: claimId }));
          },
        }),
    },
  };
};

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

export const holds = (held: readonly WantedValue[], reservationId: string): boolean =>
  held.some((each) => each.reservationId === reservationId);

const taken = ({ field }: Pick<WantedValue, 'field'>): Refusal =>
  refuse('value_taken', `Another one has this \`${field}\`.`, [
    { pointer: `/${field}`, code: 'value_taken', message: 'is taken' },
  ]);
