/**
 * Asks once for all who want to know at the same time. An answer is given to those alone who wanted it before it was
 * asked for: what was begun earlier may be older than the call. At most one question is under way; when it fails, those
 * who wait are told so too, for they would wait as long again.
 */
export class FreshAnswer<Answer> {
  #running: Promise<Answer> | undefined;
  #next: Promise<Answer> | undefined;

  constructor(private readonly ask: () => Promise<Answer>) {}

  get(): Promise<Answer> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#running.then(() => this.#begin());
    return this.#next;
  }

  /** Nobody waits. */
  get isIdle(): boolean {
    return this.#running === undefined;
  }

  #begin(): Promise<Answer> {
    this.#next = undefined;
    const running = this.ask().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
