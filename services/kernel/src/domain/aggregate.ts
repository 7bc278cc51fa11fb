import type { DomainEvent, EventDefinition, StoredType } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { Actor } from '../eventlog/port.js';
import type { Refusal } from '../base/refusal.js';

/** What else is known of an event when it is folded: when, by whom, as which revision of its stream, because of what. */
export interface EventFacts {
  readonly at: string;
  readonly actor: Actor;
  readonly revision: bigint;
  readonly eventId: string;
  /** Of the request that caused it. */
  readonly correlation: string;
}

/** What a decision gives: the events that follow, none when nothing changes, or a refusal. */
export type Decision<Event extends DomainEvent = DomainEvent> = readonly Event[] | Refusal;

/** A kind of stream: how its state is folded from its events. Everything in it is pure. */
export interface Aggregate<State, Event extends DomainEvent = DomainEvent> {
  /** The name of the streams before the first `-`. */
  readonly category: string;
  /**
   * Its streams are asked for by the ids of another category, which the contract names (`keyedBy`): the id of a stream is
   * derived from such an id and this word. Absent: its streams have the ids by which they are asked for.
   */
  readonly keyWord?: string;
  readonly events: readonly EventDefinition[];
  /** Counts up when `State` changes its shape; snapshots of another version are thrown away. */
  readonly stateVersion: number;
  /** The state before the first event. It is JSON: a snapshot holds it. */
  readonly initial: State;
  evolve(this: void, state: State, event: Event, facts: EventFacts): State;
  /** How data of stored types that are no longer written become data of today's (`stored type → upcast`). */
  readonly upcasts?: Readonly<Record<StoredType, Upcast>>;
}

/** What a command has decided to append to a stream, before it is appended. */
export interface Admitted {
  readonly category: string;
  /** Of the stream; without events of its own it is the aggregate's initial state. */
  readonly state: unknown;
  readonly events: readonly DomainEvent[];
}
/**
 * Why what was decided may not be appended; `undefined` when it may. For rules over all that is stored, a quota say:
 * access is decided before it, and a command that is here already is not asked about again.
 */
export type Admission = (decided: Admitted) => Promise<Refusal | undefined>;

/**
 * The organization of what an event is about; `null`: it is in none. `undefined` where it cannot be told: then it is the
 * one that the caller's key is bound to.
 */
export type EventOrganization = string | null | undefined;
/** That of all events that were decided, or of each of them in their order. */
export type OrganizationOf = (decided: Admitted) => Promise<EventOrganization | readonly EventOrganization[]>;

/** What is known of an aggregate without its state. */
export type AggregateKind = Pick<Aggregate<unknown>, 'category' | 'keyWord' | 'events' | 'upcasts'>;

export interface Upcast {
  /** TypeScript name of today's event. */
  readonly name: string;
  upcast(this: void, data: Json): Json;
}

/** Declares an aggregate. */
export const aggregate = <State, Event extends DomainEvent>(
  definition: Aggregate<State, Event>,
): Aggregate<State, Event> => definition;
