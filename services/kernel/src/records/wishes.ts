import { type AnyRecord, apart, type DomainEvent, type Field } from '@cairn/contracts';
import type { Decision } from '../domain/aggregate.js';
import { changedFields } from '../domain/fields.js';
import { plainName } from '../domain/plain-name.js';
import { purgeAt } from '../domain/purging.js';
import { isRefusal, notFound, type Refusal, refuse } from '../base/refusal.js';
import { undoneFields } from '../domain/undone-fields.js';
import type { Json } from '../base/json-value.js';
import { configText } from '../json/index.js';
import { type BeforeAndAfter, notRevertible } from '../undoing/index.js';
import type { KnownRecord, RecordState, Values } from './state.js';

/** What is wanted of a record: fields and status; what is absent stays. */
export interface Wish {
  readonly values?: Partial<Values>;
  readonly status?: KnownRecord['status'];
  /** The event that brings it about, where it is one of the record's own. */
  readonly event?: DomainEvent;
}

/** What is made of a state, or why not; `tip` is the revision of its stream. */
export type WishFor = (state: RecordState, tip: bigint | undefined) => Wish | Refusal;

const gone = (): Refusal => refuse('purged', 'It was removed for good.');

/**
 * The fields of a body that callers may set, as they are kept: unique texts clean, JSON as a text; `null` clears one.
 * Refuses what is no JSON, and a credential in it (law 8).
 */
export const settable = (
  { description }: AnyRecord,
  body: Readonly<Record<string, unknown>>,
): Values | Refusal => {
  const unique = new Set(description.unique?.map(({ field }) => field));
  const values: Record<string, Json> = {};
  for (const [name, field] of sentFields(description, body)) {
    const kept = keptOf(name, field, (body[name] ?? field.initial ?? null) as Json);
    if (isRefusal(kept)) return kept;
    values[name] = unique.has(name) && typeof kept === 'string' ? plainName(kept) : kept;
  }
  return values;
};

const sentFields = (
  { fields }: AnyRecord['description'],
  body: Readonly<Record<string, unknown>>,
): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([name, { presence }]) => presence !== 'own' && body[name] !== undefined);

const keptOf = (name: string, { use }: Field, value: Json): Json | Refusal =>
  use.json === true ? configText(value, `/${name}`) : value;

export const wishToUpdate =
  (record: AnyRecord, body: Readonly<Record<string, unknown>>): WishFor =>
  (state) => {
    if (state.status !== 'live') return notFound();
    const values = settable(record, body);
    return isRefusal(values) ? values : { values };
  };

export const wishToDelete: WishFor = (state) =>
  state.status === 'live' ? { status: 'deleted' } : notFound();

export const wishToRestore: WishFor = (state) => {
  if (state.status === 'none') return notFound();
  if (state.status === 'purged') return gone();
  return state.status === 'live' ? refuse('not_deleted', 'It is not deleted.') : { status: 'live' };
};

/** The transition that undoes another; `undefined` where there is none. */
export type InverseOf = (sides: {
  readonly before: Values;
  readonly after: Values;
}) => DomainEvent | undefined;

/** Undoes one event: each field that it changed must still be what it made of it. Of what is deleted only that is undone. */
export const wishToRevert =
  (sides: BeforeAndAfter<RecordState>, inverseOf: InverseOf | undefined, own: readonly string[]): WishFor =>
  (state) => {
    if (state.status === 'none') return notFound();
    if (state.status === 'purged') return gone();
    const { before, after } = sides;
    if (before.status === 'none' || after.status === 'none') return notRevertible();
    const content = (known: KnownRecord) => contentOf(known, own);
    const { fields, changedSince } = undoneFields(content(before), content(after), content(state));
    if (changedSince.length > 0) return notRevertible(changedSince);
    const { status, ...values } = fields as Partial<Values> & Pick<Wish, 'status'>;
    if (status !== undefined) return { status };
    if (state.status === 'deleted') return notFound();
    return undoneBy(values, { before: before.values, after: after.values }, inverseOf);
  };

const noInverse = (): Refusal => refuse('not_revertible', 'What happened there cannot be undone.');

/** The fields as they were; what a transition made of them, another transition undoes. */
const undoneBy = (
  values: Partial<Values>,
  sides: Parameters<InverseOf>[0],
  inverseOf: InverseOf | undefined,
): Wish | Refusal => {
  if (Object.keys(values).length === 0) return notRevertible();
  if (inverseOf === undefined) return { values };
  const event = inverseOf(sides);
  return event === undefined ? noInverse() : { values, event };
};

/** The status stands among the fields, under a name that no field has; who saved it is not undone. */
const contentOf = ({ status, values }: KnownRecord, own: readonly string[]) => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !own.includes(name))),
  status,
});

/** What pointers to what was changed since lead into. */
export const viewOfRecord = (state: RecordState): unknown =>
  state.status === 'none' ? undefined : { ...state.values, deleted: state.status !== 'live' };

/** The fields that a wish makes of a record that is there. */
export const valuesAfter = (state: KnownRecord, { values }: Wish): Values =>
  ({ ...state.values, ...values }) as Values;

/** The events that lead from a record to what is wanted; none when it is that already. */
export const towards = (
  { events, description }: AnyRecord,
  state: KnownRecord,
  wish: Wish,
  at: string,
): Decision => {
  if (wish.event !== undefined) return [wish.event];
  const changes = changedFields<Values>(state.values, wish.values ?? {});
  const { published, internal } = apart(description, changes);
  return [
    ...(Object.keys(changes).length === 0 ? [] : [events.updated.of({ changes: published, ...internal })]),
    ...(wish.status === undefined || wish.status === state.status
      ? []
      : [statusEvent(events, wish.status, at)]),
  ];
};

const statusEvent = (events: AnyRecord['events'], status: KnownRecord['status'], at: string): DomainEvent => {
  switch (status) {
    case 'live':
      return events.restored.of({});
    case 'deleted':
      return events.deleted.of({ purge_at: purgeAt(at) });
    case 'purged':
      return events.purged.of({});
    default:
      return status satisfies never;
  }
};
