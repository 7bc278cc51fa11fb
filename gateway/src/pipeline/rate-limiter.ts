import { hash } from 'node:crypto';
import type { Clock, Logger, Registers } from '@cairn/kernel';
import type { RateClass, RateLimit, RateLimits } from '../options.js';
import { Problem } from '../problems/problem.js';

/** What a request is counted for: a caller, or a network that holds some times the bound of one. */
export interface Counted {
  readonly caller: string;
  readonly times: number;
}

interface Bucket {
  readonly key: string;
  /** When the window is over, milliseconds since 1970. */
  readonly until: number;
}

/**
 * Counts requests in windows that begin on the clock, one bucket for each caller and class (S44). While the registers
 * cannot be reached it counts in memory (decisions, section 7, 16). A bucket that is known to be full is counted no
 * more: whoever floods Cairn after that does not flood its registers.
 */
export class RateLimiter {
  /** Requests that were refused since the start, by class. */
  readonly refused = new Map<RateClass, number>();
  /** Of buckets that are full, or were counted here: the oldest goes first. */
  readonly #memory = new Map<string, number>();

  constructor(
    private readonly options: {
      readonly limits: RateLimits;
      readonly registers: Registers;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {}

  /** Whether requests of a class are counted at all. */
  isLimited(rateClass: RateClass): boolean {
    return this.options.limits[rateClass] !== undefined;
  }

  /**
   * Counts one request of a caller, in each of the buckets that it is counted in, the narrowest first: once one is full it
   * takes nothing from those around it. Answers the headers that tell how much is left where least is; throws
   * `rate_limited` when nothing is.
   */
  async take(rateClass: RateClass, buckets: readonly Counted[]): Promise<Readonly<Record<string, string>>> {
    const limit = this.options.limits[rateClass];
    let told: Told | undefined;
    for (const { caller, times } of limit === undefined ? [] : buckets) {
      const next = await this.#taken(rateClass, { ...limit!, requests: limit!.requests * times }, caller);
      if (told === undefined || next.left < told.left) told = next;
    }
    return told?.headers ?? {};
  }

  async #taken(rateClass: RateClass, limit: RateLimit, caller: string): Promise<Told> {
    const now = this.options.clock.now();
    const bucket = bucketOf(rateClass, limit, caller, now);
    const left = limit.requests - (await this.#counted(bucket.key, limit));
    const resetSeconds = Math.max(1, Math.ceil((bucket.until - now) / 1000));
    const headers = {
      'RateLimit-Policy': `"${rateClass}";q=${limit.requests};w=${limit.windowSeconds}`,
      RateLimit: `"${rateClass}";r=${Math.max(0, left)};t=${resetSeconds}`,
    };
    if (left >= 0) return { left, headers };
    this.refused.set(rateClass, (this.refused.get(rateClass) ?? 0) + 1);
    throw new Problem(
      'rate_limited',
      `At most ${limit.requests} requests of this kind are answered in ${limit.windowSeconds} seconds.`,
      { headers: { ...headers, 'Retry-After': String(resetSeconds) } },
    );
  }

  async #counted(key: string, limit: RateLimit): Promise<number> {
    const known = this.#memory.get(key);
    if (known !== undefined && known > limit.requests) return known;
    try {
      const count = await this.options.registers.increment(key, 1, limit.windowSeconds * 1000);
      if (count > limit.requests) this.#remember(key, count);
      return count;
    } catch (error) {
      this.options.logger.warn({ err: error }, 'the registers are not reached; rates are counted in memory');
      return this.#remember(key, (this.#memory.get(key) ?? 0) + 1);
    }
  }

  #remember(key: string, count: number): number {
    this.#memory.delete(key);
    this.#memory.set(key, count);
    const oldest = this.#memory.keys().next();
    if (this.#memory.size > MAX_BUCKETS && oldest.done !== true) this.#memory.delete(oldest.value);
    return count;
  }
}

/** How much is left in a bucket, and the headers that say so. */
interface Told {
  readonly left: number;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_BUCKETS = 10_000;

const bucketOf = (rateClass: RateClass, limit: RateLimit, caller: string, now: number): Bucket => {
  const window = Math.floor(now / (limit.windowSeconds * 1000));
  return {
    key: `rate:${rateClass}:${hash('sha256', caller, 'base64url')}:${window}`,
    until: (window + 1) * limit.windowSeconds * 1000,
  };
};
