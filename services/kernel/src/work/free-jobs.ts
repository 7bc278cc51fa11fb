import type { JobPlace } from '@cairn/contracts';
import type { Clock } from '../clock/port.js';
import type { Json } from '../base/json-value.js';
import type { Claims } from './claims.js';
import type { Before } from './decisions.js';
import { LEASE_MS } from './job-lease.js';
import { growingPause } from './growing-pause.js';
import type { JobState, KnownJob } from './job-state.js';

/** So long after its beginning a job is taken again at the earliest whose first attempt ended without a word. */
const FIRST_PAUSE_MS = 1000;

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
    if (state.status !== 'running' || this.#isPausing(state)) return undefined;
    return state.isLetGo ? { after: state.fence } : this.#afterClaim(id, state.fence);
  }

  async #afterClaim(id: string, after: string): Promise<Before | undefined> {
    const claim = await this.claims.get(id);
    if (claim?.fence !== after) return this.#isUnclaimed(id, after) ? { after } : undefined;
    this.#unclaimed.delete(id);
    return claim.until > this.clock.now() ? undefined : { after, ended: placeOf(claim.place) };
  }

  /** Whether nobody takes it yet. Work that somebody cancelled is taken at once, to be ended. */
  #isPausing({ cancelAsked, isLetGo, until, started_at, unended }: KnownJob): boolean {
    if (cancelAsked) return false;
    const now = this.clock.now();
    if (isLetGo) return until !== null && now < Date.parse(until);
    return now - Date.parse(started_at) < growingPause(FIRST_PAUSE_MS, unended);
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
