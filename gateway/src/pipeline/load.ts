import { Problem } from '../problems/problem.js';

/** Requests that are answered as fast as the service can, and files that come or go as fast as the client can. */
export type LoadKind = 'requests' | 'transfers';

/** What is worked on, of either kind. */
export class Load {
  readonly requests: Places;
  readonly transfers: Places;

  /** `most` of either kind are worked on at the same time. */
  constructor(most: number) {
    this.requests = new Places(most);
    this.transfers = new Places(most);
  }
}

/**
 * Places for requests of one kind (decision 15). Many requests are answered in the turn of the event loop that reads
 * them, and hold no place when the next is read; but the next stood in its socket all that time. So a place is free
 * again when the turn is over: then the places are a bound on what a request waits before it is read, too.
 */
export class Places {
  #taken = 0;
  #leaving = 0;
  #refused = 0;

  constructor(private readonly most: number) {}

  /** Requests that are worked on now, or were in this turn of the event loop. */
  get taken(): number {
    return this.#taken;
  }
  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** `undefined` when none is free. */
  take(): Place | undefined {
    return this.enter() ? new Place(this) : undefined;
  }

  /** Whether there was room; who finds none is counted as refused. */
  enter(): boolean {
    const isRoom = this.#taken < this.most;
    if (isRoom) this.#taken += 1;
    else this.#refused += 1;
    return isRoom;
  }

  /** The place of one that was worked on is free when the turn is over. */
  leave(): void {
    if (this.#leaving === 0) setImmediate(() => this.#endTurn());
    this.#leaving += 1;
  }

  /** The place of one that is not worked on is free at once. */
  stepAside(): void {
    this.#taken -= 1;
  }

  #endTurn(): void {
    this.#taken -= this.#leaving;
    this.#leaving = 0;
  }
}

/** The place of one request. */
export class Place {
  #isHeld = true;

  constructor(private readonly places: Places) {}

  /** Idempotent. */
  leave(): void {
    if (this.#isHeld) this.places.leave();
    this.#isHeld = false;
  }

  /** Waits for what the client may be slow to send, while others have the place. Throws `overloaded` when none is free after it. */
  async without<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#isHeld = false;
    this.places.stepAside();
    const result = await wait();
    this.#isHeld = this.places.enter();
    if (!this.#isHeld) throw new Problem('overloaded');
    return result;
  }
}
