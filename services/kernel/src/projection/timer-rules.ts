import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { ProjectedEvent } from './projection.js';

/** A command that a service owes itself at a time. */
export interface Timer {
  /** Of what it is about; setting it again moves it. */
  readonly id: string;
  /** RFC 3339. */
  readonly due: string;
  /** Name of the command. */
  readonly command: string;
  readonly input: Json;
}

/** Which events set and stop timers. Pure: deadlines are facts in events (architecture, *Policies and work*). */
export interface TimerRules {
  /** Counts up when the rules set or stop other timers: all are then made anew from the log. */
  readonly version: number;
  readonly events: readonly EventDefinition[];
  set(this: void, event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>): readonly Timer[];
  /** Ids of timers that the event makes pointless. */
  stop(this: void, event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>): readonly string[];
}
