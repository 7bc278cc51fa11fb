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
    this.requests = new Places(most);
    this.transfers = new Places(most);
  }

  /** Answers when a request that has a place may begin. */
  begin(): Promise<void> {
    return this.#pace.begin();
  }
}

/** Places for requests of one kind: the next is refused. */
export class Places {
  #taken = 0;
  #refused = 0;

  constructor(private readonly most: number) {}

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
    const isRoom = this.#taken < this.most;
    if (isRoom) this.#taken += 1;
    else this.#refused += 1;
    return isRoom;
  }
  leave(): void {
    this.#taken -= 1;
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
    this.leave();
    const result = await wait();
    this.#isHeld = this.places.enter();
    if (!this.#isHeld) throw new Problem('overloaded');
    return result;
  }
}
