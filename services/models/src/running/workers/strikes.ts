import { LRUCache } from 'lru-cache';
import { codes, failure } from '../codes.js';
import type { RunFailure } from '../port.js';

export interface StrikeLimits {
  /** An account that ended so many workers with a file runs it no more for a while. */
  readonly most: number;
  /** Older ones do not count. */
  readonly withinMs: number;
  /** So long is "a while". */
  readonly heldMs: number;
  /** A version that ended workers of so many accounts is out of service. */
  readonly accounts: number;
}

/** Whose run it was, and of what. */
export interface Struck {
  readonly account: string;
  /** What is in it, whoever has it. */
  readonly file: string;
  /** A version with its file, in its term of service. */
  readonly version: string;
}

interface Held {
  /** Of `performance.now()`. */
  readonly until: number;
  readonly reason: string;
}

/** Accounts with a file, and versions, of which strikes are known; the least recently struck are forgotten first. */
const MOST_KNOWN = 10_000;

/**
 * Runs that ended their workers. What a caller asks is the caller's: it counts for the account with that file, and for the
 * version only once several accounts came to it.
 */
export class Strikes {
  readonly #times = new LRUCache<string, readonly number[]>({ max: MOST_KNOWN });
  readonly #held = new LRUCache<string, Held>({ max: MOST_KNOWN });
  /** When each account last ended a worker, by version. */
  readonly #accounts = new LRUCache<string, ReadonlyMap<string, number>>({ max: MOST_KNOWN });
  readonly #out = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(private readonly limits: StrikeLimits) {}

  add({ account, file, version }: Struck, how: string): void {
    const now = performance.now();
    this.#ofAccount(`${account} ${file}`, how, now);
    this.#ofVersion(version, account, how, now);
  }

  /** Why this account does not run this version. */
  refusal({ account, file, version }: Struck): RunFailure | undefined {
    const reason = this.#out.get(version);
    if (reason !== undefined) return failure('model', codes.outOfService, reason);
    const held = this.#held.get(`${account} ${file}`);
    const leftMs = (held?.until ?? 0) - performance.now();
    return held === undefined || leftMs <= 0 ? undefined : heldBack(held.reason, leftMs);
  }

  #ofAccount(key: string, how: string, now: number): void {
    const { most, withinMs, heldMs } = this.limits;
    const times = [...(this.#times.get(key) ?? []), now].filter((time) => now - time <= withinMs);
    this.#times.set(key, times.slice(-most));
    if (times.length < most) return;
    const reason = `Questions of your account to this file ended ${most} processes, the last one: ${how}.`;
    this.#held.set(key, { until: now + heldMs, reason });
    this.#times.delete(key);
  }

  #ofVersion(version: string, account: string, how: string, now: number): void {
    const { accounts, withinMs } = this.limits;
    const known = [...(this.#accounts.get(version) ?? []), [account, now] as const];
    const times = new Map(known.filter(([, time]) => now - time <= withinMs));
    this.#accounts.set(version, times);
    if (times.size >= accounts)
      this.#out.set(version, `It ended workers of ${times.size} accounts, the last time: ${how}.`);
  }
}

const heldBack = (reason: string, leftMs: number): RunFailure => ({
  ...failure(
    'model',
    codes.heldBack,
    `${reason} The file answers it again from ${new Date(Date.now() + leftMs).toISOString()} on.`,
  ),
  retryAfterSeconds: Math.ceil(leftMs / 1000),
});
