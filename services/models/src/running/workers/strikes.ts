import { codes, failure } from '../codes.js';
import type { RunFailure } from '../port.js';

export interface StrikeLimits {
  /** A model that ended so many workers is out of service. */
  readonly most: number;
  /** Older ones do not count. */
  readonly withinMs: number;
}

/** Models that end their workers, and how often: those that do it again and again are run no more until they are released. */
export class Strikes {
  readonly #times = new Map<string, number[]>();
  readonly #out = new Map<string, string>();

  constructor(private readonly limits: StrikeLimits) {}

  add(sha256: string, how: string): void {
    const now = performance.now();
    const times = [...(this.#times.get(sha256) ?? []), now].filter(
      (time) => now - time <= this.limits.withinMs,
    );
    this.#times.set(sha256, times);
    if (times.length >= this.limits.most)
      this.#out.set(sha256, `It ended its worker ${times.length} times, the last time: ${how}.`);
  }

  release(sha256: string): void {
    this.#times.delete(sha256);
    this.#out.delete(sha256);
  }

  /** Why a model is not run. */
  refusal(sha256: string): RunFailure | undefined {
    const reason = this.#out.get(sha256);
    return reason === undefined
      ? undefined
      : failure('model', codes.outOfService, `The model is out of service. ${reason}`);
  }
}
