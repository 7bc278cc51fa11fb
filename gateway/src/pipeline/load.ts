import { smallBody } from '@cairn/contracts';
import { patient } from '@cairn/kernel';
import type { Limits } from '../options/options.js';
import { HEAVY_READS, Holdings, type HeldKinds } from './holdings.js';
import { Pace } from './pace.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { FairCapacity } from './fair-capacity.js';
import { PlaceShares } from './place-shares.js';

/**
 * Requests that are answered as fast as the service can, files that come or go as fast as the client can, and those with a
 * password, which are held back after failures and wait for their turn to be compared.
 */
export type LoadKind = 'requests' | 'transfers' | 'signIns';

/** A request that takes longer than this, times the patience, waits more than it is worked on. */
const SLOW_MS = 1_000;
/** However slow all is, so many requests are worked on at the same time. */
const FEWEST = 16;
/** Of the bytes that bodies may take: what is kept for small ones, so that large ones never keep anybody from signing in. */
const FOR_SMALL = 0.25;

/** Of the places for heavy reads, what one account may have. */
const HEAVY_SHARE = 0.25;

/** However few there are for its account, a session or key may have so many. */
const LEAST = 2;

/** What `Load` is told of the limits. */
export type LoadLimits = Pick<
  Limits,
  'inFlight' | 'signIns' | 'heavyReads' | 'callerShare' | 'bufferedBytes' | 'jsonBytes'
>;

/** What is worked on and what waits for it, and how much of it is begun in a turn of the event loop (ADR-0015). */
export class Load {
  readonly requests: ConcurrencyLimiter;
  readonly transfers: ConcurrencyLimiter;
  readonly signIns: ConcurrencyLimiter;
  readonly #pace = new Pace();
  readonly #held: HeldKinds;
  readonly #heavyLine: PlaceShares;
  /** What accounts have of the places that are theirs for a moment only. */
  readonly shares: Readonly<Record<Exclude<LoadKind, 'transfers'>, PlaceShares>>;

  constructor(limits: LoadLimits) {
    const { inFlight: most, signIns } = limits;
    this.requests = new ConcurrencyLimiter({ most, fewest: FEWEST, slowMs: patient(SLOW_MS) });
    this.transfers = unmeasured(most);
    this.signIns = unmeasured(signIns);
    this.#held = heldKinds(limits);
    this.#heavyLine = new PlaceShares(this.#held.heavyReads, HEAVY_READS);
    this.shares = {
      requests: sharesOf(this.requests, limits),
      signIns: sharesOf(this.signIns, limits),
    };
  }

  /** Answers when a request that has a place may begin. */
  begin(): Promise<void> {
    return this.#pace.begin();
  }

  /** What a request will hold beside its place. */
  holdings(): Holdings {
    return new Holdings(this.#held, this.#heavyLine);
  }

  /** Reads of much of the past: each has a place among the requests too. */
  get heavyReads(): Pick<ConcurrencyLimiter, 'taken' | 'bound' | 'refused'> {
    const { held: taken, refused, settings } = this.#held.heavyReads;
    return { taken, bound: settings.forAll, refused };
  }

  /** Bytes of bodies that are held now. */
  get bufferedBytes(): number {
    return this.#held.smallBodies.held + this.#held.largeBodies.held;
  }
}

/** Places whose number does not follow how long they are held. */
const unmeasured = (most: number): ConcurrencyLimiter =>
  new ConcurrencyLimiter({ most, fewest: most, slowMs: Number.POSITIVE_INFINITY });

/** They follow how many places there are now; a session or key may have all that its account may. */
const sharesOf = (places: ConcurrencyLimiter, { callerShare }: LoadLimits): PlaceShares => {
  const forOne = (): number => Math.max(1, Math.floor(places.bound * callerShare));
  return new PlaceShares(
    new FairCapacity({
      get forAll() {
        return places.bound;
      },
      get forOne() {
        return forOne();
      },
      get least() {
        return forOne();
      },
    }),
    'requests',
  );
};

/** One body has room always, whatever the shares. */
const heldKinds = (limits: LoadLimits): HeldKinds => {
  const { inFlight, heavyReads, callerShare, bufferedBytes, jsonBytes } = limits;
  const count = (forAll: number, forOne = inFlight * callerShare): FairCapacity =>
    new FairCapacity({ forAll, forOne: Math.max(1, Math.floor(forOne)), least: LEAST });
  const bytes = (most: number, least: number): FairCapacity => {
    const forAll = Math.max(Math.floor(most), least);
    return new FairCapacity({ forAll, forOne: Math.max(Math.floor(forAll * callerShare), least), least });
  };
  return {
    transfers: count(inFlight),
    slowBodies: count(Number.POSITIVE_INFINITY),
    smallBodies: bytes(bufferedBytes * FOR_SMALL, smallBody.bytes),
    largeBodies: bytes(bufferedBytes * (1 - FOR_SMALL), jsonBytes),
    heavyReads: count(heavyReads, heavyReads * HEAVY_SHARE),
  };
};
