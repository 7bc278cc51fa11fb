import { codes, failure } from '../codes.js';
import type { RunFailure } from '../port.js';

export interface StrikeLimits {
  /** A model that ended so many workers is out of service. */
  readonly most: number;
  /** Older ones do not count. */
  readonly withinMs: number;
}

/** Models that end their workers, each in its term of service, and how often: those that do it again and again are run no more. */
export class Strikes {
  readonly #times = new Map<string, number[]>();
  readonly #out = new Map<string, string>();

  constructor(private readonly limits: StrikeLimits) {}

  add(model: string, how: string): void {
    const now = performance.now();
    const times = [...(this.#times.get(model) ?? []), now].filter(
      (time) => now - time <= this.limits.withinMs,
    );
    this.#times.set(model, times);
    if (times.length >= this.limits.most)
      this.#out.set(model, `It ended its worker ${times.length} times, the last time: ${how}.`);
  }

  /** Why a model is not run. */
  refusal(model: string): RunFailure | undefined {
    const reason = this.#out.get(model);
    return reason === undefined ? undefined : failure('model', codes.outOfService, reason);
  }
}
