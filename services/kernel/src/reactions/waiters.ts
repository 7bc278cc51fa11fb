import type { Position } from '../base/position.js';

interface Waiter {
  readonly position: Position;
  readonly resolve: (reached: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/** Those who wait for a position. */
export class Waiters {
  #waiting: Waiter[] = [];

  /** True when the position is reached, false when the time is over before. */
  wait(position: Position, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(false);
      }, timeoutMs);
      const waiter: Waiter = { position, resolve, timer };
      this.#waiting.push(waiter);
    });
  }

  reached(position: Position): void {
    if (this.#waiting.length === 0) return;
    const still: Waiter[] = [];
    for (const waiter of this.#waiting) {
      if (waiter.position > position) still.push(waiter);
      else {
        clearTimeout(waiter.timer);
        waiter.resolve(true);
      }
    }
    this.#waiting = still;
  }
}
