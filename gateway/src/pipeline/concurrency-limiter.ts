import { noteWait, patient } from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { Sharer } from './caller.js';
import type { PlaceShares } from './place-shares.js';

/** How many places there are, and how they follow what is behind them. */
export interface ConcurrencyLimiterSettings {
  /** Requests that are worked on or wait in line at the same time. */
  readonly most: number;
  /** However slow all is, so many are worked on at the same time. */
  readonly fewest: number;
  /** What takes longer than this waits more than it is worked on; milliseconds. */
  readonly slowMs: number;
}

/** Of a place: what each answer that was not slow brings, while places are used. */
const BROUGHT = 0.125;
/** In line: who has waited so long, times the patience, is refused. */
const WAIT_MS = 500;
/** How long nobody may stand in line after one was refused there. */
const CLOSED_MS = 2_000;
/** Who has fewer here than so many finds room in line beside the others. */
const FEW = 8;

/**
 * Places for requests of one kind. Who finds none stands in line, as long as the line moves; who finds no room there
 * either is refused. How many places are right depends on what is behind them: each slow answer takes one away, and
 * eight others bring one back while at least half are used: what is quick because little is asked says nothing of more.
 *
 * Nobody is known here yet. Who comes is told apart by what they show, their bearer say: a crowd with the same one keeps
 * nobody out who has another.
 */
export class ConcurrencyLimiter {
  #working = 0;
  #refused = 0;
  #bound: number;
  #lineIsClosedUntil = 0;
  readonly #line = new Set<() => void>();
  readonly #byShown = new Map<string, number>();
  readonly #fewest: number;

  constructor(private readonly settings: ConcurrencyLimiterSettings) {
    this.#fewest = Math.min(settings.fewest, settings.most);
    this.#bound = settings.most;
  }

  /** How many may be worked on now. */
  get bound(): number {
    return Math.floor(this.#bound);
  }

  /** Requests that are worked on or stand in line. */
  get taken(): number {
    return this.#working + this.#line.size;
  }
  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** `undefined` when none is free in time. */
  async take(shown = ''): Promise<Place | undefined> {
    return (await this.enter(shown)) ? new Place(this, shown) : undefined;
  }

  /** Whether it may begin: at once or when others have left. Who may not is counted as refused. */
  async enter(shown = ''): Promise<boolean> {
    const isFree = this.#working < this.bound;
    if (isFree) this.#working += 1;
    else if (!this.#isRoomInLine(shown)) return this.#refuse();
    this.#count(shown, 1);
    if (isFree || (await this.#stand())) return true;
    this.#count(shown, -1);
    return this.#refuse();
  }

  /** After so many milliseconds of being worked on. */
  leave(heldMs: number, shown = ''): void {
    const { most, slowMs } = this.settings;
    if (heldMs > slowMs) this.#bound = Math.max(this.#bound - 1, this.#fewest);
    else if (this.#working * 2 >= this.bound) this.#bound = Math.min(this.#bound + BROUGHT, most);
    this.pause(shown);
  }

  /** Its place is another's while it waits for its client, or a read for a position: that says nothing of what it takes. */
  pause(shown = ''): void {
    this.#count(shown, -1);
    this.#working -= 1;
    this.#letIn();
  }

  #isRoomInLine(shown: string): boolean {
    if (this.taken < this.settings.most && performance.now() >= this.#lineIsClosedUntil) return true;
    const hasFew = shown !== '' && (this.#byShown.get(shown) ?? 0) < FEW;
    return hasFew && this.#line.size < this.settings.most;
  }

  #refuse(): false {
    this.#refused += 1;
    return false;
  }

  #count(shown: string, change: 1 | -1): void {
    const count = (this.#byShown.get(shown) ?? 0) + change;
    if (count > 0) this.#byShown.set(shown, count);
    else this.#byShown.delete(shown);
  }

  /** Whether it came to its turn in time. */
  #stand(): Promise<boolean> {
    const began = performance.now();
    return new Promise((resolve) => {
      const answer = (mayBegin: boolean): void => {
        noteWait('place', performance.now() - began, WAIT_MS);
        resolve(mayBegin);
      };
      const begin = (): void => {
        clearTimeout(refusal);
        answer(true);
      };
      const refusal = setTimeout(() => {
        this.#line.delete(begin);
        this.#lineIsClosedUntil = performance.now() + CLOSED_MS;
        answer(false);
      }, patient(WAIT_MS));
      this.#line.add(begin);
    });
  }

  #letIn(): void {
    for (const begin of this.#line) {
      if (this.#working >= this.bound) return;
      this.#line.delete(begin);
      this.#working += 1;
      begin();
    }
  }
}

/** The place of one request. */
export class Place {
  #isHeld = true;
  #since = performance.now();
  #share: Share | undefined;

  constructor(
    private readonly places: ConcurrencyLimiter,
    private readonly shown: string,
  ) {}

  /** Idempotent. */
  leave(): void {
    if (this.#isHeld) this.places.leave(performance.now() - this.#since, this.shown);
    this.#isHeld = false;
    this.#share?.give();
  }

  /**
   * Counts in the share of its account, once that is known. Where there is no room in it, others have the place meanwhile.
   * Throws `too_many_at_once` when there is none in time, `overloaded` when no place is free after it.
   */
  async claim(shares: PlaceShares, sharer: Sharer): Promise<void> {
    this.#share = new Share(shares, sharer);
    if (!this.#share.take()) await this.without(async () => undefined);
  }

  /** Waits while others have the place: the time is not counted. Throws as `claim` does. */
  async without<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.places.pause(this.shown);
    this.#isHeld = false;
    this.#share?.give();
    const result = await wait();
    await this.#share?.untilTaken();
    this.#isHeld = await this.places.enter(this.shown);
    this.#since = performance.now();
    if (!this.#isHeld) throw new Problem('overloaded');
    return result;
  }
}

/** What one request has of the share of its account. */
class Share {
  #isHeld = false;

  constructor(
    private readonly shares: PlaceShares,
    private readonly sharer: Sharer,
  ) {}

  take(): boolean {
    this.#isHeld = this.shares.take(this.sharer);
    return this.#isHeld;
  }

  async untilTaken(): Promise<void> {
    await this.shares.untilTaken(this.sharer);
    this.#isHeld = true;
  }

  /** Idempotent. */
  give(): void {
    if (this.#isHeld) this.shares.give(this.sharer);
    this.#isHeld = false;
  }
}
