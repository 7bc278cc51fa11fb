import { nextTurn } from './pause.js';

/** So long work goes on before others get their turn, ms. */
const SLICE_MS = 5;

/** Keeps long work from holding the process: call it once for each record. */
export class Pace {
  #since = performance.now();

  /** `check` throws when the work must stop, as a lease of a job does. */
  constructor(private readonly lease?: { check(): void }) {}

  /** Lets others go on when it is their turn. */
  async turn(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.lease?.check();
    this.#since = performance.now();
  }

  /** Whether it is others' turn. */
  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }
}
