import { Unavailable } from '../errors/cairn-error.js';
import type { Json } from '../base/json-value.js';

/**
 * Registers hold what is operational and not history: failed logins, rate buckets, idempotency records, last-used
 * stamps, leases, checkpoints of consumers with effects. Each has a time to live; after it, it is as if never written.
 */
export interface Register {
  readonly value: Json;
  /**
   * Differs from every revision that the key ever had, also before it expired or was removed: the holder of a lease
   * that ran out and was taken by another fails with it.
   */
  readonly revision: number;
}

export interface ListedRegister extends Register {
  readonly key: string;
}

/** How many registers a list answers at most. */
export const MOST_LISTED = 1_000;

export interface Registers {
  /** What stands under a key, unless its time is over. */
  get(key: string): Promise<Register | undefined>;
  /**
   * Writes if the register's revision is still `expected` (`undefined`: there is none). Answers the new register, or
   * `undefined` when it is not. `ttlMs` undefined: kept for ever; 0: over at once, a removal that compares.
   */
  compareAndSet(
    key: string,
    expected: number | undefined,
    value: Json,
    ttlMs: number | undefined,
  ): Promise<Register | undefined>;
  /** Writes whatever stands there. Answers the new register. */
  put(key: string, value: Json, ttlMs: number | undefined): Promise<Register>;
  /**
   * Adds to a number and answers the sum; a missing or expired register counts from 0. The time to live starts when
   * the register is made and is not moved by later additions, so that a window ends.
   */
  increment(key: string, by: number, ttlMs: number): Promise<number>;
  remove(key: string): Promise<void>;
  /**
   * The registers whose key starts with the prefix, in the order of keys (by code point), the first `MOST_LISTED`; with
   * `after` those that come after this key, which starts with the prefix.
   */
  list(prefix: string, after?: string): Promise<readonly ListedRegister[]>;
  close(): Promise<void>;
}

/** The store cannot be reached now. A write that was on its way may have been made all the same. */
export class RegistersUnavailable extends Unavailable {
  override readonly name = 'RegistersUnavailable';
}
