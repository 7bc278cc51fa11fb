import type { Clock, Json, Logger, Registers } from '@cairn/kernel';
import { countings, type Limit, type Taken } from './algorithms.js';

/** One request of a caller, counted. */
export interface Counted {
  readonly isGranted: boolean;
  readonly left: number;
  readonly retryMs: number;
  readonly resetMs: number;
}

interface Known {
  readonly state: Json | undefined;
  /** Of the register as it was read or written last; `undefined`: there was none. */
  readonly revision: number | undefined;
}

interface Waiting {
  answer(this: void, counted: Counted): void;
  fail(this: void, error: unknown): void;
}

/** So many callers are remembered; who was counted longest ago goes first. */
const MOST_KNOWN = 10_000;
/** Each time that one gateway has to try again, another one has counted: far more than there are gateways. */
const MOST_TRIES = 100;
const NOTHING: Known = { state: undefined, revision: undefined };

/**
 * Counts of callers that all gateways share, in registers: each is changed by who saw it last, and looked at again where
 * another gateway was first. Requests of one caller that come while one is being counted are counted together. While the
 * registers cannot be reached each gateway goes on from what it knows (SPEC-16). Of a caller for whom
 * nothing is left by what is known here nothing is asked: others only take more.
 */
export class SharedCounts {
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly options: {
      readonly registers: Registers;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {}

  /** Counts one request under a key, which names the caller and all that its state is made by. */
  async take(key: string, limit: Limit): Promise<Counted> {
    const known = this.#known.get(key);
    if (known?.state !== undefined) {
      const now = this.#counted(known, limit, 1);
      if (now.granted === 0) return { ...now, isGranted: false };
    }
    return this.#inTurn(key, limit);
  }

  #inTurn(key: string, limit: Limit): Promise<Counted> {
    return new Promise((answer, fail) => {
      const line = this.#waiting.get(key);
      if (line !== undefined) line.push({ answer, fail });
      else {
        this.#waiting.set(key, [{ answer, fail }]);
        void this.#serve(key, limit);
      }
    });
  }

  /** Counts those who wait, all of them at once, until nobody does. */
  async #serve(key: string, limit: Limit): Promise<void> {
    for (;;) {
      const line = this.#waiting.get(key)?.splice(0) ?? [];
      if (line.length === 0) break;
      try {
        const taken = await this.#take(key, limit, line.length);
        line.forEach(({ answer }, index) => answer(oneOf(taken, index)));
      } catch (error) {
        line.forEach(({ fail }) => fail(error));
      }
    }
    this.#waiting.delete(key);
  }

  async #take(key: string, limit: Limit, wanted: number): Promise<Taken<Json>> {
    try {
      return await this.#shared(key, limit, wanted);
    } catch (error) {
      this.options.logger.warn({ err: error }, 'the registers are not reached; rates are counted in memory');
      const known = this.#known.get(key) ?? NOTHING;
      const taken = this.#counted(known, limit, wanted);
      this.#remember(key, { state: taken.state, revision: known.revision });
      return taken;
    }
  }

  async #shared(key: string, limit: Limit, wanted: number): Promise<Taken<Json>> {
    const { registers } = this.options;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const known = this.#known.get(key) ?? NOTHING;
      const taken = this.#counted(known, limit, wanted);
      if (taken.granted === 0) return taken;
      const written = await registers.compareAndSet(key, known.revision, taken.state, Math.ceil(taken.ttlMs));
      if (written !== undefined) {
        this.#remember(key, { state: taken.state, revision: written.revision });
        return taken;
      }
      const found = await registers.get(key);
      this.#remember(key, found === undefined ? NOTHING : { state: found.value, revision: found.revision });
    }
    throw new Error('other gateways count the same caller all the time');
  }

  #counted({ state }: Known, limit: Limit, wanted: number): Taken<Json> {
    return countings[limit.algorithm](state, limit, this.options.clock.now(), wanted);
  }

  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MOST_KNOWN && oldest.done !== true) this.#known.delete(oldest.value);
  }
}

/** Of requests that were counted together, the one that came as the `index`-th. */
const oneOf = ({ granted, left, retryMs, resetMs }: Taken<Json>, index: number): Counted => ({
  isGranted: index < granted,
  left: left + Math.max(0, granted - 1 - index),
  retryMs,
  resetMs,
});
