import { setImmediate } from 'node:timers/promises';
import type { JobLease } from './job-lease.js';

/** So long work goes on before others get their turn, ms. */
const SLICE_MS = 5;

/** Keeps long work from holding the process: call it once for each record. */
export class Pace {
  #since = performance.now();

  constructor(private readonly lease: Pick<JobLease, 'check'>) {}

  /** Lets others go on when it is their turn. Throws `WorkStopped` when the work must stop. */
  async turn(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.lease.check();
    this.#since = performance.now();
  }

  /** Whether it is others' turn. */
  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }
}
