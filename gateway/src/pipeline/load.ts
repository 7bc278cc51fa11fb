import { Pace } from './pace.js';
import { Places } from './places.js';

/**
 * Requests that are answered as fast as the service can, files that come or go as fast as the client can, and those with a
 * password, which are held back after failures and wait for their turn to be compared.
 */
export type LoadKind = 'requests' | 'transfers' | 'signIns';

/** A request that takes longer than this waits more than it is worked on. */
const SLOW_MS = 1_000;
/** However slow all is, so many requests are worked on at the same time. */
const FEWEST = 16;

/** What is worked on and what waits for it, and how much of it is begun in a turn of the event loop (decision 15). */
export class Load {
  readonly requests: Places;
  readonly transfers: Places;
  readonly signIns: Places;
  readonly #pace = new Pace();

  /** `most` requests, and as many transfers, have a place or stand in line at the same time; and so many sign-ins. */
  constructor(most: number, signIns: number) {
    this.requests = new Places({ most, fewest: FEWEST, slowMs: SLOW_MS });
    this.transfers = unmeasured(most);
    this.signIns = unmeasured(signIns);
  }

  /** Answers when a request that has a place may begin. */
  begin(): Promise<void> {
    return this.#pace.begin();
  }
}

/** Places whose number does not follow how long they are held. */
const unmeasured = (most: number): Places =>
  new Places({ most, fewest: most, slowMs: Number.POSITIVE_INFINITY });
