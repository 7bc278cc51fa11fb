import { type Bound, Problem } from '../problems/problem.js';
import type { Sharer } from './caller.js';
import type { FairCapacity, Over } from './fair-capacity.js';

/** What the shares of a gateway are of. */
export interface HeldKinds {
  /** Files that come or go, works of many rows: how many. */
  readonly transfers: FairCapacity;
  /** Bodies that are slow to come: how many. */
  readonly slowBodies: FairCapacity;
  /** Bytes of bodies whose limit is small. */
  readonly smallBodies: FairCapacity;
  /** Bytes of other bodies. */
  readonly largeBodies: FairCapacity;
  /** Reads of much of the past, or of all of a graph: how many. */
  readonly heavyReads: FairCapacity;
}

type Kind = keyof HeldKinds;

/** Places for which who finds none in its share waits. */
interface Line {
  untilTaken(sharer: Sharer): Promise<void>;
  give(sharer: Sharer): void;
}

/** What one request holds of what all share, until it is answered. */
export class Holdings {
  readonly #held = new Map<Kind, { readonly sharer: Sharer; readonly amount: number }>();

  constructor(
    private readonly kinds: HeldKinds,
    /** Where who wants another heavy read stands in line for it. */
    private readonly heavyLine: Line,
  ) {}

  /**
   * Takes so much more for who sent the request. Throws `too_many_at_once` when that is over the share of the session or
   * key, or of its account, `overloaded` when there is no more.
   */
  take(kind: Kind, sharer: Sharer, amount = 1): void {
    const shares = this.kinds[kind];
    const over = shares.take(sharer, amount);
    if (over !== undefined) throw refusalOf(kind, over, sharer);
    this.#held.set(kind, { sharer, amount: amount + (this.#held.get(kind)?.amount ?? 0) });
  }

  /** Takes a place for a heavy read, and waits for it while others of its share go on. Throws as `take` does. */
  async heavyReadInTime(sharer: Sharer): Promise<void> {
    if (this.#held.has('heavyReads')) return;
    await this.heavyLine.untilTaken(sharer);
    this.#held.set('heavyReads', { sharer, amount: 1 });
  }

  /** Takes a place for a heavy read, unless the request has one. Throws as `take` does. */
  heavyRead(sharer: Sharer): void {
    if (!this.#held.has('heavyReads')) this.take('heavyReads', sharer);
  }

  /** Refuses, as `take` does, what would be too much, and takes nothing. */
  expect(kind: Kind, sharer: Sharer, amount: number): void {
    const shares = this.kinds[kind];
    const over = shares.over(sharer, amount);
    if (over !== undefined) throw refusalOf(kind, over, sharer);
  }

  /** Gives all of it back. Idempotent. */
  giveBack(): void {
    for (const [kind, { sharer, amount }] of this.#held)
      if (kind === 'heavyReads') this.heavyLine.give(sharer);
      else this.kinds[kind].give(sharer, amount);
    this.#held.clear();
  }
}

export const HEAVY_READS = 'heavy reads';

const NOUNS: Readonly<Record<Kind, string>> = {
  transfers: 'transfers of files and works of many rows',
  slowBodies: 'bodies that are slow to come',
  smallBodies: 'bytes of small bodies',
  largeBodies: 'bytes of bodies',
  heavyReads: HEAVY_READS,
};

const refusalOf = (kind: Kind, over: Over, sharer: Sharer): Problem => {
  const isOfBytes = kind === 'smallBodies' || kind === 'largeBodies';
  return shareRefusal(over, sharer, NOUNS[kind], isOfBytes ? 'buffered_bytes' : 'caller_share');
};

/** Why somebody may not have more of what all share: `too_many_at_once`; `overloaded` where all of it is held. */
export const shareRefusal = (
  { whose, most }: Over,
  { account }: Sharer,
  noun: string,
  ofAll: Bound = 'caller_share',
): Problem => {
  const what = `${most} ${noun}`;
  if (whose === 'all')
    return new Problem('overloaded', `${what} are held for all callers. Nothing was done.`, { bound: ofAll });
  const one = account.startsWith('network:') ? 'network' : 'account';
  const may = {
    bearer: 'One session or API key may have',
    organization: 'The keys of one organization may have',
    account: `One ${one} may have`,
    part: `While others have so many, one ${one} may have`,
  }[whose];
  return new Problem('too_many_at_once', `${may} ${what} at the same time. Nothing was done.`, {
    bound: 'caller_share',
  });
};
