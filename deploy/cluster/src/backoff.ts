const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** What ran this long and ended did not fail at its start. */
const SETTLED_MS = 10_000;

/** How long to wait before something that ended is started again: longer each time, until it has run for a while. */
export class Backoff {
  #failures = 0;
  #began = Date.now();

  /** It is started now. */
  begin(): void {
    this.#began = Date.now();
  }

  /** It has ended, or did not start. Answers milliseconds. */
  next(): number {
    if (Date.now() - this.#began > SETTLED_MS) this.#failures = 0;
    this.#failures += 1;
    return Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
  }
}
