import type { EventDefinition } from './event.js';
import type { StateDefinition } from './state.js';

/** A category of streams, each named `<category>-<uuid>`. */
export interface StreamDefinition {
  /** What its events speak of, the second word of their stored types: the name of an entity leaves its area out. */
  readonly entities: readonly string[];
  /** Other teams read its streams wholly. Of a category that does not say so nobody outside reads anything. */
  readonly published?: true;
}

/** What a service brings to the contract beside operations and errors, which keep their literal types. */
export interface Area {
  /**
   * By category, each the only one of its name in the log. One is never taken away: who must overlook no event of the log
   * reads all that there ever were.
   */
  readonly streams: Readonly<Record<string, StreamDefinition>>;
  /** Every event that is or was ever written to them. */
  readonly events: readonly EventDefinition[];
  /** What is published of them as it is now. */
  readonly states: readonly StateDefinition[];
}
