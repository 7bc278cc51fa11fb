import { FreshAnswer } from '../../clock/fresh-answer.js';
import { MongoTimeout, within } from '../../mongodb/index.js';

/** Of the time that a server may be silent, the share after which it is asked whether it is there. */
const PATIENCE = 1 / 3;

/**
 * Tells how often generations have been switched, asked of the server beside each read: at the same time, and once for
 * all reads that wait. A read from the collection of a generation is right when that was still live at a moment within
 * the read; the collections that were live before stay as they were for longer than any read takes.
 *
 * It tells as well that the server is there: a call may take long, but not on a server that does not answer.
 */
export class GenerationSwitches {
  readonly #count: FreshAnswer<number>;

  constructor(
    ask: () => Promise<number>,
    /** How long the server may be silent. */
    private readonly timeoutMs: number,
  ) {
    this.#count = new FreshAnswer(() => within(timeoutMs, ask()));
  }

  /** The answer of a read, and how often generations were switched at a moment after the read began. */
  async beside<Result>(
    read: Promise<Result>,
    mostMs: number,
  ): Promise<{ readonly result: Result; readonly switches: number }> {
    const [result, switches] = await Promise.all([this.whileAnswering(read, mostMs), this.#count.get()]);
    return { result, switches };
  }

  /** The answer of a call; rejects with `MongoTimeout` when the server falls silent or the time is over. */
  async whileAnswering<Result>(call: Promise<Result>, mostMs: number): Promise<Result> {
    const untilMs = performance.now() + mostMs;
    const answer = call.then((result) => ({ result }));
    do {
      const answered = await inTime(this.timeoutMs * PATIENCE, answer);
      if (answered) return answered.result;
      await within(this.timeoutMs * (1 - PATIENCE), this.#count.get());
    } while (performance.now() < untilMs);
    throw new MongoTimeout(`no answer within ${mostMs} ms`);
  }
}

/** Nothing when the time is over; what the call itself rejects with is told, a `MongoTimeout` of its own as well. */
const inTime = async <Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  try {
    return await Promise.race([answer, passed]);
  } finally {
    clearTimeout(timer);
  }
};
