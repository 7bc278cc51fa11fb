import { MongoTimeout, within } from '../../mongodb/index.js';

/** A read that takes longer than so many deadlines is given up, though the server answers. */
export const MOST_DEADLINES = 10;

/**
 * Tells how often generations have been switched, asked of the server beside each read: at the same time, and once for
 * all reads that wait. A read from the collection of a generation is right when that was still live at a moment within
 * the read; the collections that were live before stay as they were for longer than any read takes. It tells as well
 * that the server is there: a read may take long, but not on a server that does not answer.
 */
export class Switches {
  #running: Promise<number> | undefined;
  #next: Promise<number> | undefined;

  constructor(
    private readonly ask: () => Promise<number>,
    private readonly timeoutMs: number,
  ) {}

  /** The answer of a read, and how often generations were switched at a moment after the read began. */
  async beside<Result>(
    read: Promise<Result>,
  ): Promise<{ readonly result: Result; readonly switches: number }> {
    const answer = read.then((result) => ({ result }));
    for (let deadline = 0; deadline < MOST_DEADLINES; deadline += 1) {
      const [answered, switches] = await Promise.all([this.#inTime(answer), this.#current()]);
      if (answered) return { ...answered, switches };
    }
    throw new MongoTimeout(`no answer within ${MOST_DEADLINES * this.timeoutMs} ms`);
  }

  async #inTime<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await within(this.timeoutMs, answer);
    } catch (error) {
      if (error instanceof MongoTimeout) return undefined;
      throw error;
    }
  }

  /** What was asked before this call may be older than the call. */
  #current(): Promise<number> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#running.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<number> {
    this.#next = undefined;
    const running = within(this.timeoutMs, this.ask()).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
