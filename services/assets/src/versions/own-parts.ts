import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import type { EventFacts, Refusal } from '@cairn/kernel';
import type { KnownVersion } from './state.js';

/** A version before and after the event that is undone, and as it is now. */
interface UndoneSides<Known extends KnownVersion> {
  readonly before: Known;
  readonly after: Known;
  readonly current: Known;
}

/** What is in a version beside its fields: what events of its own alone change. */
export interface OwnParts<Known extends KnownVersion> {
  readonly events: readonly EventDefinition[];
  after(this: void, state: Known, event: DomainEvent, facts: EventFacts): Partial<Known>;
  /** The fields of the state that hold it. */
  readonly names: readonly (keyof Known & string)[];
  /** What undoing an event appends, of what it changed in there; or why it is not undone. */
  undone(this: void, sides: UndoneSides<Known>, userId: string): readonly DomainEvent[] | Refusal;
}
