import type { JobPlace } from '@cairn/contracts';
import type { Clock } from '../clock/port.js';
import type { Json } from '../eventlog/port.js';
import type { Claims } from './claims.js';
import type { Before } from './decisions.js';
import { LEASE_MS } from './job-lease.js';
import type { JobState } from './job-state.js';

/** As the lease of the claim put it. */
const placeOf = (place: Json): JobPlace => place as Json & JobPlace;

/** Tells which jobs nobody has, as one worker sees it. */
export class FreeJobs {
  /** Jobs that run without a claim in the registers, and since when that is seen, by the clock. */
  readonly #unclaimed = new Map<string, { readonly fence: string; readonly since: number }>();

  constructor(
    private readonly claims: Claims,
    private readonly clock: Clock,
  ) {}

  /** Those that are open no more. */
  forgetBut(open: readonly { readonly id: string }[]): void {
    const known = new Set(open.map(({ id }) => id));
    for (const id of this.#unclaimed.keys()) if (!known.has(id)) this.#unclaimed.delete(id);
  }

  /**
   * What is known of the claim before, when the job may be taken. A claim that the registers do not have was lost with
   * them, or is not there yet: it is over when nobody has made it again for its time.
   */
  async after(id: string, state: JobState): Promise<Before | undefined> {
    if (state.status === 'queued') return {};
    if (state.status !== 'running') return undefined;
    const { fence: after, isLetGo } = state;
    if (isLetGo) return { after };
    const claim = await this.claims.get(id);
    if (claim?.fence !== after) return this.#isUnclaimed(id, after) ? { after } : undefined;
    this.#unclaimed.delete(id);
    return claim.until > this.clock.now() ? undefined : { after, ended: placeOf(claim.place) };
  }

  /** Whether nobody has made the claim of this fence again for its time. */
  #isUnclaimed(id: string, fence: string): boolean {
    const now = this.clock.now();
    const seen = this.#unclaimed.get(id);
    if (seen?.fence === fence) return now - seen.since >= LEASE_MS;
    this.#unclaimed.set(id, { fence, since: now });
    return false;
  }
}
