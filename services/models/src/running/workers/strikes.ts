import { LRUCache } from 'lru-cache';
import { codes, failure } from '../codes.js';
import type { RunFailure } from '../port.js';

export interface StrikeLimits {
  /** A person who ended so many workers with a file runs it no more for a while. */
  readonly most: number;
  /** Older ones do not count. */
  readonly withinMs: number;
  /** So long is "a while". */
  readonly heldMs: number;
  /** A version that ended workers of so many persons is out of service. */
  readonly persons: number;
}

/** Whose run it was, and of what. */
export interface Struck {
  readonly person: string;
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

/** People with a file, and versions, of which strikes are known; the least recently struck are forgotten first. */
const MOST_KNOWN = 10_000;

/**
 * Runs that ended their workers. What a caller asks is the caller's: it counts for the person with that file, and for the
 * version only once several people came to it.
 */
export class Strikes {
  readonly #times = new LRUCache<string, readonly number[]>({ max: MOST_KNOWN });
  readonly #held = new LRUCache<string, Held>({ max: MOST_KNOWN });
  /** When each person last ended a worker, by version. */
  readonly #persons = new LRUCache<string, ReadonlyMap<string, number>>({ max: MOST_KNOWN });
  readonly #out = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(private readonly limits: StrikeLimits) {}

  add({ person, file, version }: Struck, how: string): void {
    const now = performance.now();
    this.#ofPerson(`${person} ${file}`, how, now);
    this.#ofVersion(version, person, how, now);
  }

  /** Why this account does not run this version. */
  refusal({ person, file, version }: Struck): RunFailure | undefined {
    const reason = this.#out.get(version);
    if (reason !== undefined) return failure('model', codes.outOfService, reason);
    const held = this.#held.get(`${person} ${file}`);
    const leftMs = (held?.until ?? 0) - performance.now();
    return held === undefined || leftMs <= 0 ? undefined : heldBack(held.reason, leftMs);
  }

  #ofPerson(key: string, how: string, now: number): void {
    const { most, withinMs, heldMs } = this.limits;
    const times = [...(this.#times.get(key) ?? []), now].filter((time) => now - time <= withinMs);
    this.#times.set(key, times.slice(-most));
    if (times.length < most) return;
    const reason = `Your questions to this file ended ${most} processes, the last one: ${how}.`;
    this.#held.set(key, { until: now + heldMs, reason });
    this.#times.delete(key);
  }

  #ofVersion(version: string, person: string, how: string, now: number): void {
    const { persons, withinMs } = this.limits;
    const known = [...(this.#persons.get(version) ?? []), [person, now] as const];
    const times = new Map(known.filter(([, time]) => now - time <= withinMs));
    this.#persons.set(version, times);
    if (times.size >= persons)
      this.#out.set(version, `It ended workers of ${times.size} people, the last time: ${how}.`);
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
