/** Lets what has the same key happen one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const mine = before === undefined ? run() : before.then(run, run);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
