import type { Bound } from '../problems/problem.js';

/** How often each bound on what clients may take was told to one, since the start. */
export class BoundCounts {
  readonly #counts: Record<Bound, number> = {
    body_bytes: 0,
    body_values: 0,
    form: 0,
    buffered_bytes: 0,
    caller_share: 0,
    client_rate: 0,
    unread_bytes: 0,
  };

  count(bound: Bound): void {
    this.#counts[bound] += 1;
  }

  get counts(): Readonly<Record<Bound, number>> {
    return this.#counts;
  }
}
