import { noteWait, patient } from '@cairn/kernel';
import type { Problem } from '../problems/problem.js';
import type { Sharer } from './caller.js';
import type { FairCapacity } from './fair-capacity.js';
import { shareRefusal } from './holdings.js';

/** Who has waited for so long for room in its share, times the patience, is refused. */
const WAIT_MS = 500;

interface Waiting {
  readonly account: string;
  /** Begins if there is room now. */
  begin(this: void): boolean;
}

/**
 * What accounts have of places. Who finds no room in its share stands in line until others leave theirs; of each account
 * there are as many in line as it may have places.
 */
export class PlaceShares {
  readonly #line = new Set<Waiting>();

  /** `noun`: what they are places for, as a refusal calls them. */
  constructor(
    private readonly capacity: FairCapacity,
    private readonly noun: string,
  ) {}

  /** Whether there is room at once. */
  take(sharer: Sharer): boolean {
    return this.capacity.over(sharer, 1) === undefined && this.capacity.take(sharer, 1) === undefined;
  }

  /** Answers when there is room. Throws `too_many_at_once` when there is none in time, `overloaded` where others have all. */
  async untilTaken(sharer: Sharer): Promise<void> {
    const isTaken = this.take(sharer) || (this.#isRoomInLine(sharer) && (await this.#stand(sharer)));
    if (!isTaken) throw this.#refusal(sharer);
  }

  give(sharer: Sharer): void {
    this.capacity.give(sharer, 1);
    for (const { begin } of this.#line) if (begin()) return;
  }

  #isRoomInLine({ account }: Sharer): boolean {
    const waiting = [...this.#line].filter((one) => one.account === account).length;
    return waiting < this.capacity.settings.forOne;
  }

  /** Whether there was room in time. */
  #stand(sharer: Sharer): Promise<boolean> {
    const began = performance.now();
    return new Promise((resolve) => {
      const answer = (isTaken: boolean): boolean => {
        clearTimeout(refusal);
        this.#line.delete(waiting);
        noteWait('place', performance.now() - began, WAIT_MS);
        resolve(isTaken);
        return isTaken;
      };
      const waiting = { account: sharer.account, begin: () => this.take(sharer) && answer(true) };
      const refusal = setTimeout(() => answer(false), patient(WAIT_MS));
      this.#line.add(waiting);
    });
  }

  #refusal(sharer: Sharer): Problem {
    const { forOne } = this.capacity.settings;
    const over = this.capacity.refuse(sharer, 1) ?? { whose: 'account', most: forOne };
    return shareRefusal(over, sharer, this.noun);
  }
}
