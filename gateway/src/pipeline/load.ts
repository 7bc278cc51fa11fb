import { Pace } from './pace.js';
import { Places } from './places.js';

/** Requests that are answered as fast as the service can, and files that come or go as fast as the client can. */
export type LoadKind = 'requests' | 'transfers';

/** A request that takes longer than this waits more than it is worked on. */
const SLOW_MS = 1_000;
/** However slow all is, so many requests are worked on at the same time. */
const FEWEST = 16;

/** What is worked on and what waits for it, and how much of it is begun in a turn of the event loop (decision 15). */
export class Load {
  readonly requests: Places;
  readonly transfers: Places;
  readonly #pace = new Pace();

  /** `most` of either kind have a place or stand in line at the same time. */
  constructor(most: number) {
    this.requests = new Places({ most, fewest: FEWEST, slowMs: SLOW_MS });
    this.transfers = new Places({ most, fewest: most, slowMs: Number.POSITIVE_INFINITY });
  }

  /** Answers when a request that has a place may begin. */
  begin(): Promise<void> {
    return this.#pace.begin();
  }
}
