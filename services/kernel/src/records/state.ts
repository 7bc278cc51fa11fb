import type { AnyRecord, DomainEvent } from '@cairn/contracts';
import { recordEvents } from '@cairn/contracts';
import { type Aggregate, aggregate } from '../domain/aggregate.js';
import type { Json } from '../base/json-value.js';

/** The fields of a record by their names: what the kit works with; the rules of a record see them typed. */
export type Values = Readonly<Record<string, Json>>;

/** A record as its stream tells it. */
export interface KnownRecord<Fields = Values> {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  readonly id: string;
  readonly values: Fields;
  /** Claims under which it can take no value any more (law 5). */
  readonly abandoned: readonly string[];
}
export type RecordState<Fields = Values> =
  | { readonly status: 'none'; readonly abandoned: readonly string[] }
  | KnownRecord<Fields>;

/** Every field: as it is there, else what it is at first. */
export const completed = ({ description }: AnyRecord, sent: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(description.fields).map(([name, { initial }]) => [
      name,
      (sent[name] === undefined ? (initial ?? null) : sent[name]) as Json,
    ]),
  );

/** Which fields an event sets; `undefined` of one that is no transition. */
export type EffectOf = (event: DomainEvent) => Values | undefined;

/** The fields and the status that an event makes of a record. */
export interface Made {
  readonly values?: Values;
  readonly status?: KnownRecord['status'];
}

/** What an event does to a record that is there; `undefined` of one that touches none of its fields. */
export const madeBy = ({ events }: AnyRecord, effectOf: EffectOf, event: DomainEvent): Made | undefined => {
  switch (event.type) {
    case events.updated.name: {
      const { changes, ...internal } = event.data as { readonly changes: Values } & Values;
      return { values: { ...changes, ...internal } };
    }
    case events.deleted.name:
      return { status: 'deleted' };
    case events.restored.name:
      return { status: 'live' };
    case events.purged.name:
      return { status: 'purged' };
    default: {
      const values = effectOf(event);
      return values && { values };
    }
  }
};

/** `<category>-<id>`. */
export const recordAggregate = (record: AnyRecord, effectOf: EffectOf): Aggregate<RecordState> => {
  const { created, claimAbandoned } = record.events;
  return aggregate<RecordState, DomainEvent>({
    category: record.category,
    events: Object.values(recordEvents(record)),
    stateVersion: 1,
    initial: { status: 'none', abandoned: [] },
    evolve: (state, event) => {
      if (event.type === claimAbandoned.name) {
        const { claim_id } = event.data as { readonly claim_id: string };
        return { ...state, abandoned: [...state.abandoned, claim_id] };
      }
      if (event.type === created.name) {
        const { id, ...sent } = event.data as Values & { readonly id: string };
        return { status: 'live', id, values: completed(record, sent), abandoned: state.abandoned };
      }
      if (state.status === 'none') return state;
      const { values, status = state.status } = madeBy(record, effectOf, event) ?? {};
      return { ...state, status, values: { ...state.values, ...values } };
    },
  });
};
