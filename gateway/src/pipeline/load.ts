import { Pace } from './pace.js';
import { Problem } from '../problems/problem.js';

/** Requests that are answered as fast as the service can, and files that come or go as fast as the client can. */
export type LoadKind = 'requests' | 'transfers';

/** What is worked on and what waits for it, and how much of it is begun in a turn of the event loop (decision 15). */
export class Load {
  readonly requests: Places;
  readonly transfers: Places;
  readonly #pace = new Pace();

  /** `most` of either kind have a place at the same time. */
  constructor(most: number) {
    this.requests = new Places(most, SLOW_MS);
    this.transfers = new Places(most, Number.POSITIVE_INFINITY);
  }

  /** Answers when a request that has a place may begin. */
  begin(): Promise<void> {
    return this.#pace.begin();
  }
}

/** A request that takes longer than this waits more than it is worked on. */
const SLOW_MS = 1_000;
/** However slow all is, so many are worked on. */
const FEWEST = 16;
/** Of a place: what each answer that was not slow gives back of those that slow ones took. */
const GIVEN_BACK = 0.125;

/**
 * Places for requests of one kind: who finds none is refused. How many are right depends on what is behind them, so each
 * slow answer takes one away, and eight others bring one back: about one of nine answers is slow then, whatever is asked.
 */
export class Places {
  #taken = 0;
  #refused = 0;
  #bound: number;

  /** `most` at the same time; less while answers take longer than `slowMs`. */
  constructor(
    private readonly most: number,
    private readonly slowMs: number,
  ) {
    this.#bound = most;
  }

  /** How many there are now. */
  get bound(): number {
    return Math.floor(this.#bound);
  }

  /** Requests that have a place now. */
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
    const isRoom = this.#taken < this.bound;
    if (isRoom) this.#taken += 1;
    else this.#refused += 1;
    return isRoom;
  }

  /** After so many milliseconds. */
  leave(heldMs: number): void {
    this.#taken -= 1;
    if (heldMs > this.slowMs) this.#bound = Math.max(this.#bound - 1, Math.min(FEWEST, this.most));
    else this.#bound = Math.min(this.#bound + GIVEN_BACK, this.most);
  }
}

/** The place of one request. */
export class Place {
  #isHeld = true;
  #since = performance.now();

  constructor(private readonly places: Places) {}

  /** Idempotent. */
  leave(): void {
    if (this.#isHeld) this.places.leave(performance.now() - this.#since);
    this.#isHeld = false;
  }

  /** Waits for what the client may be slow to send, while others have the place. Throws `overloaded` when none is free after it. */
  async without<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.leave();
    const result = await wait();
    this.#isHeld = this.places.enter();
    this.#since = performance.now();
    if (!this.#isHeld) throw new Problem('overloaded');
    return result;
  }
}
