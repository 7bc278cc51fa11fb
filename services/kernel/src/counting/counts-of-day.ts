import type { Clock } from '../clock/port.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';
import { macOfServer } from '../vault/server-mac.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CountingTools {
  readonly registers: Pick<Registers, 'increment'>;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Something that may be done so often in a day (UTC). */
export interface BoundOfDay {
  /** What is counted: `registrations`. */
  readonly what: string;
  /** For whom: a network, an account. Registers do not tell it. */
  readonly whose: string;
  /** 0: no bound. */
  readonly most: number;
  /** The answer beyond it; when the next day begins is told with it. */
  readonly refusal: Refusal;
}

/** Counts one more under each bound. The refusal of the first that is full: those after it are not counted. */
export type CountOfDay = (bounds: readonly BoundOfDay[]) => Promise<Refusal | undefined>;

/**
 * Runs what is counted by the day (S47). It calls `count` before it does what counts; where it does so again, it has decided
 * anew and is counted anew. What comes to nothing is given back: a refusal, a throw, a command that was here before.
 * Registers may be lost, and the counts with them.
 */
export const countingInDay = async <Outcome>(
  tools: CountingTools,
  run: (count: CountOfDay) => Promise<Outcome>,
): Promise<Outcome> => {
  const counted = new Counted(tools);
  let isDone = false;
  try {
    const outcome = await run((bounds) => counted.anew(bounds));
    isDone = !isNothing(outcome);
    return outcome;
  } finally {
    if (!isDone) await counted.giveBack();
  }
};

/** What one command has counted. */
class Counted {
  #taken: readonly string[] = [];

  constructor(private readonly tools: CountingTools) {}

  async anew(bounds: readonly BoundOfDay[]): Promise<Refusal | undefined> {
    await this.giveBack();
    const now = this.tools.clock.now();
    const day = Math.floor(now / DAY_MS);
    for (const bound of bounds.filter(({ most }) => most > 0)) {
      const key = await keyOf(this.tools.vault, bound, day);
      this.#taken = [...this.#taken, key];
      if ((await this.tools.registers.increment(key, 1, DAY_MS)) > bound.most)
        return { ...bound.refusal, retryAfterSeconds: Math.ceil(((day + 1) * DAY_MS - now) / 1000) };
    }
    return undefined;
  }

  async giveBack(): Promise<void> {
    const taken = this.#taken;
    this.#taken = [];
    for (const key of taken) await this.tools.registers.increment(key, -1, DAY_MS);
  }
}

const keyOf = async (vault: Vault, { what, whose }: BoundOfDay, day: number): Promise<string> =>
  `${what}:${day}:${(await macOfServer(vault, 'login', what, whose)).toString('base64url')}`;

/** A refusal, or a command that appended nothing. */
const isNothing = (outcome: unknown): boolean =>
  isRefusal(outcome) ||
  (typeof outcome === 'object' && outcome !== null && 'appended' in outcome && outcome.appended === 0);
