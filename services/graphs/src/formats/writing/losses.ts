import type { Loss } from '../element.js';
import { limits } from '../limits.js';

const OTHERS = 'other things';

/** Counts what is not taken over, by what it is; beyond a hundred kinds the rest is one. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    const known = this.#counts.has(what) || this.#counts.size < limits.losses;
    const key = known ? what : OTHERS;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  all(): readonly Loss[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}
