/** What was started, in order; it is stopped in the reverse. */
export class Started {
  readonly #stops: (() => void | Promise<void>)[] = [];
  then(stop: () => void | Promise<void>): void {
    this.#stops.push(stop);
  }
  async stop(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
  }
}
