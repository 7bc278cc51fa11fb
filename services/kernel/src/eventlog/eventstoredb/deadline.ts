/** A moment until which something is tried. */
export class Deadline {
  readonly #at: number;

  constructor(readonly ms: number) {
    this.#at = Date.now() + ms;
  }

  /** Milliseconds; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - Date.now());
  }
}

/** What was waited for did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** The result, or `TimedOut` after so many milliseconds; the work itself goes on. */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(`no answer within ${Math.round(ms)} ms`)), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
