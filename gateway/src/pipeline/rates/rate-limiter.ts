import { hash } from 'node:crypto';
import type { Plan, RateClass, RateLimitContent } from '@cairn/contracts';
import type { Clock, Logger, Registers } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import type { Limit } from './algorithms.js';
import { type CountedAs, Policies, type Policy, type Sender } from './policies.js';
import { type Counted, SharedCounts } from './shared-counts.js';

export interface RateLimiterOptions {
  /** What holds where administrators set nothing. */
  readonly configured: RateLimitContent;
  /** What administrators set, now: the same object until it is something else. */
  readonly set: () => Partial<RateLimitContent>;
  readonly planOf: (organizationId: string) => Plan | undefined;
  readonly registers: Registers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Counts requests by the settings of now, for all gateways together (S44). */
export class RateLimiter {
  /** Requests that were refused since the start, by class. */
  readonly refused = new Map<RateClass, number>();
  readonly #counts: SharedCounts;
  #set: Partial<RateLimitContent> | undefined;
  #policies: Policies;

  constructor(private readonly options: RateLimiterOptions) {
    this.#counts = new SharedCounts(options);
    this.#policies = new Policies(options.configured, options.planOf);
  }

  /** Whether requests of a class are counted at all. */
  isLimited(rateClass: RateClass): boolean {
    return this.#now.isCounted(rateClass);
  }

  /**
   * Counts one request, for each that it is counted for, the narrowest first: once there is nothing left for one it takes
   * nothing from those around it. Answers the headers that tell how much is left where least is; throws `rate_limited`
   * when nothing is. What is counted as `apart` takes nothing from other requests of the class.
   */
  async take(rateClass: RateClass, sender: Sender, apart = ''): Promise<Readonly<Record<string, string>>> {
    const policies = this.#now;
    const policy = policies.isCounted(rateClass)
      ? policies.of(rateClass, sender, this.options.clock.now())
      : undefined;
    return policy === undefined ? {} : this.#takenOf(policy, apart);
  }

  async #takenOf(policy: Policy, apart: string): Promise<Readonly<Record<string, string>>> {
    let told: Told | undefined;
    for (const countedAs of policy.countedAs) {
      const next = await this.#taken(policy, countedAs, apart);
      if (told === undefined || next.left < told.left) told = next;
    }
    return told?.headers ?? {};
  }

  get #now(): Policies {
    const set = this.options.set();
    if (set !== this.#set) {
      this.#set = set;
      this.#policies = new Policies({ ...this.options.configured, ...set }, this.options.planOf);
    }
    return this.#policies;
  }

  async #taken({ rateClass, limit }: Policy, { caller, times }: CountedAs, apart: string): Promise<Told> {
    const whole = { ...limit, requests: limit.requests * times, burst: limit.burst * times };
    const counted = await this.#counts.take(keyOf(rateClass, whole, `${apart}${caller}`), whole);
    const headers = headersOf(rateClass, whole, counted);
    if (counted.isGranted) return { left: counted.left, headers };
    this.refused.set(rateClass, (this.refused.get(rateClass) ?? 0) + 1);
    throw new Problem(
      'rate_limited',
      `At most ${whole.requests} requests of this kind are answered in ${whole.windowMs / 1000} seconds.`,
      { headers: { ...headers, 'Retry-After': seconds(counted.retryMs) } },
    );
  }
}

/** How much is left for somebody, and the headers that say so. */
interface Told {
  readonly left: number;
  readonly headers: Readonly<Record<string, string>>;
}

const seconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

const headersOf = (rateClass: RateClass, { requests, windowMs }: Limit, { left, resetMs }: Counted) => ({
  'RateLimit-Policy': `"${rateClass}";q=${requests};w=${windowMs / 1000}`,
  RateLimit: `"${rateClass}";r=${left};t=${seconds(resetMs)}`,
});

/** Who is counted, and all that its count is made by: under another algorithm or window it begins anew. */
const keyOf = (rateClass: RateClass, { algorithm, windowMs }: Limit, caller: string): string =>
  `rate:${algorithm}:${rateClass}:${windowMs}:${hash('sha256', caller, 'base64url')}`;
