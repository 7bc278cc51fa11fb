import type { StoredEvent } from '../log/event.js';
import type { LogPosition } from '../log/positions.js';

/** What a subscription does next; `considered` is a record that its filter leaves out. */
export type Step =
  | { readonly event: StoredEvent }
  | { readonly checkpoint: LogPosition }
  | 'confirmed'
  | 'caught up'
  | 'considered';

/** Steps; `undefined` each time there is nothing more for now. It throws a `Refusal` when there never will be. */
export type Steps = Generator<Step | undefined, void>;

/** Where a subscription stands. */
export interface Feed {
  readonly steps: Steps;
  /** How many events wait for a client that is live. */
  waiting(): number;
  /** What waits is dropped, and caught up with again later. */
  drop(): void;
}
