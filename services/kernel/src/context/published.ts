import type { DomainEvent, StateDefinition, StoredType } from '@cairn/contracts';
import type { Aggregate } from '../domain/aggregate.js';
import type { Json } from '../base/json-value.js';
import type { QueryContext } from './query-context.js';

/** How today's data of an event become those of the version that a topic goes on with. */
export interface Cast {
  readonly storedType: StoredType;
  cast(this: void, data: Json): Json;
}

/**
 * A topic of events: `<prefix>.<service>.events.v<version>`. Another major version begins when a change breaks readers;
 * every version carries every event from the first on, the newest as of today, the others cast down.
 */
export interface EventsTopic {
  readonly version: number;
  /** By the event's name; events that are not named here are told as of today. */
  readonly casts?: Readonly<Record<string, Cast>>;
}

/** What is known of a stream, or of one of its parts, when its state is published. */
export interface StateFacts {
  /** The key of the message: the bare id of the stream, or of the part. */
  readonly id: string;
  /** Of the last event. */
  readonly revision: bigint;
  /** Time of the stream's first event, RFC 3339. */
  readonly createdAt: string;
  /** Time of the last event. */
  readonly updatedAt: string;
  readonly event: DomainEvent;
}

/** A topic that keeps the latest state of each stream, or of each of its parts: `<prefix>.<service>.<entity>.state.v<n>`. */
export interface StateTopic<State = unknown> {
  readonly contract: StateDefinition;
  readonly aggregate: Aggregate<State>;
  /**
   * For streams that hold many things, each told by itself, so that no message grows with a stream: the id of the one that
   * an event is of. Ids are no others' in the topic.
   */
  readonly partOf?: (this: void, event: DomainEvent) => string;
  /**
   * What other teams see: the contract's shape, personal fields encrypted as they are stored, no secrets. `undefined` when
   * there is nothing to see any more: it was deleted or erased.
   */
  publicState(this: void, state: State, facts: StateFacts): Json | undefined;
}

/** Declares a topic of states. */
export const stateTopic = <State>(topic: StateTopic<State>): StateTopic<State> => topic;

/** What a service tells other teams. Its streams are published wholly, those whose category the contract publishes. */
export interface Published {
  readonly events: readonly EventsTopic[];
  readonly states: readonly StateTopic[];
  /**
   * Whether a caller may read what happened to a stream, for data that no message has room for; nobody may when absent. A
   * context with a point in time asks about what happened then.
   */
  readonly mayRead?: (context: QueryContext, stream: string) => Promise<boolean>;
}
