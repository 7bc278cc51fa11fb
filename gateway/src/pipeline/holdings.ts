import { Problem } from '../problems/problem.js';
import type { FairCapacity } from './fair-capacity.js';

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

/** What one request holds of what all share, until it is answered. */
export class Holdings {
  readonly #held = new Map<Kind, { readonly caller: string; readonly amount: number }>();

  constructor(private readonly kinds: HeldKinds) {}

  /**
   * Takes so much more for the caller of the request. Throws `too_many_at_once` when that is over its share,
   * `overloaded` when there is no more.
   */
  take(kind: Kind, caller: string, amount = 1): void {
    const shares = this.kinds[kind];
    const over = shares.take(caller, amount);
    if (over !== undefined) throw refusalOf(kind, over, shares);
    this.#held.set(kind, { caller, amount: amount + (this.#held.get(kind)?.amount ?? 0) });
  }

  /** Takes one of them, unless the request has one. Throws as `take` does. */
  takeOne(kind: Kind, caller: string): void {
    if (!this.#held.has(kind)) this.take(kind, caller);
  }

  /** Refuses, as `take` does, what would be too much, and takes nothing. */
  expect(kind: Kind, caller: string, amount: number): void {
    const shares = this.kinds[kind];
    const over = shares.over(caller, amount);
    if (over !== undefined) throw refusalOf(kind, over, shares);
  }

  /** Gives all of it back. Idempotent. */
  giveBack(): void {
    for (const [kind, { caller, amount }] of this.#held) this.kinds[kind].give(caller, amount);
    this.#held.clear();
  }
}

const NOUNS: Readonly<Record<Kind, string>> = {
  transfers: 'transfers of files and works of many rows',
  slowBodies: 'bodies that are slow to come',
  smallBodies: 'bytes of small bodies',
  largeBodies: 'bytes of bodies',
  heavyReads: 'heavy reads',
};

const refusalOf = (kind: Kind, over: 'one' | 'all', { settings }: FairCapacity): Problem => {
  const isOfBytes = kind === 'smallBodies' || kind === 'largeBodies';
  if (over === 'all')
    return new Problem(
      'overloaded',
      `${settings.forAll} ${NOUNS[kind]} are held for all callers. Nothing was done.`,
      {
        bound: isOfBytes ? 'buffered_bytes' : 'caller_share',
      },
    );
  return new Problem(
    'too_many_at_once',
    `One caller may have ${settings.forOne} ${NOUNS[kind]} at the same time. Nothing was done.`,
    { bound: 'caller_share' },
  );
};
