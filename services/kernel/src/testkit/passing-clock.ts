import type { Clock } from '../clock/port.js';

/** For specs: the time of day, and more once a spec lets time pass. */
export class PassingClock implements Clock {
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  pass(ms: number): void {
    this.#ahead += ms;
  }

  /** The time of day again. */
  reset(): void {
    this.#ahead = 0;
  }
}
