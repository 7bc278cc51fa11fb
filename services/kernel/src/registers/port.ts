import type { Json } from '../eventlog/port.js';

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

export interface Registers {
  /** What stands under a key, unless its time is over. */
  get(key: string): Promise<Register | undefined>;
  /**
   * Writes if the register's revision is still `expected` (`undefined`: there is none). Answers the new register, or
   * `undefined` when it is not. `ttlMs` undefined: kept for ever.
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
  close(): Promise<void>;
}

/** The store cannot be reached now. */
export class RegistersUnavailable extends Error {
  override readonly name = 'RegistersUnavailable';
}
