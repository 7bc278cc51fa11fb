/** How long requests are begun in one turn of the event loop. */
const TURN_MS = 10;

/**
 * Lets the event loop turn while many requests wait. Most of a request is done in the turn that begins it, so that a
 * hundred that came together would keep the loop for as long as all of them take; meanwhile no connection is accepted
 * (one in a turn), nothing is refused, no probe is answered. What comes later than `TURN_MS` in a turn waits for a
 * later one, in the order in which it came.
 */
export class Pace {
  readonly #waiting: (() => void)[] = [];
  #turnEnds: number | undefined;

  /** Answers when the next may begin: at once while there is time. */
  async begin(): Promise<void> {
    if (this.#waiting.length === 0 && this.#hasTime()) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#goOn();
    });
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (this.#turnEnds === undefined) {
      this.#turnEnds = now + TURN_MS;
      setImmediate(() => (this.#turnEnds = undefined));
    }
    return now < this.#turnEnds;
  }

  /** Each begins in a callback of its own, so that what it does is over when the next looks at the clock. */
  #goOn(): void {
    let ends: number | undefined;
    const next = (): void => {
      const now = performance.now();
      ends ??= now + TURN_MS;
      if (now < ends) this.#waiting.shift()?.();
    };
    for (let count = this.#waiting.length; count > 0; count -= 1) setImmediate(next);
    setImmediate(() => {
      if (this.#waiting.length > 0) this.#goOn();
    });
  }
}
