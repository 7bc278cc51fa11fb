import { setImmediate } from 'node:timers';
import { nextTurn } from './pause.js';

/** So long work goes on before others get their turn, ms. */
const SLICE_MS = 5;

/** Keeps long work from holding the process: call it once for each record. */
export class Pace {
  /** When the slice began. */
  protected since = performance.now();
  /** Who waits, first come first served. */
  readonly #waiting: (() => void)[] = [];

  /** `check` throws when the work must stop, as a lease of a job does. */
  constructor(private readonly lease?: { check(): void }) {}

  /** Lets others go on when it is their turn. */
  async turn(): Promise<void> {
    if (!this.isOver && this.#waiting.length === 0) return;
    const mine = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#waiting.length === 1) void this.#goOn();
    await mine;
    this.lease?.check();
  }

  /** Whether it is others' turn. */
  get isOver(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  /** One of those who wait in each turn of the process. */
  async #goOn(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      await nextTurn();
      this.since = performance.now();
      next();
      this.#waiting.shift();
    }
  }
}

/** What several share: all of them together hold the process no longer than one alone. */
export class SharedPace extends Pace {
  #isThisTurn = false;

  /** Who comes first in a turn of the process begins a slice: that somebody was here long ago does not count. */
  override get isOver(): boolean {
    if (!this.#isThisTurn) {
      this.#isThisTurn = true;
      this.since = performance.now();
      setImmediate(() => (this.#isThisTurn = false));
    }
    return super.isOver;
  }
}
