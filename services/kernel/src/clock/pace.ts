import { nextTurn } from './pause.js';

/** So long work goes on before others get their turn, ms. */
const SLICE_MS = 5;

/**
 * Keeps long work from holding the process: call it once for each record. Several who share one take turns: all of them
 * together hold the process no longer than one alone.
 */
export class Pace {
  #since = performance.now();
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
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** One of those who wait in each turn of the process. */
  async #goOn(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      await nextTurn();
      this.#since = performance.now();
      next();
      this.#waiting.shift();
    }
  }
}
