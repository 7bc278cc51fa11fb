import type { Aggregate, Soon } from '@cairn/kernel';
import type { Tips } from './tips.js';

/** States of streams, for a rule that decides on them. */
export interface States {
  of<State>(aggregate: Aggregate<State>, id: string): State;
}

/** What a rule asks for. What is not at hand is taken for a stream without events, and noted. */
class Reading implements States {
  readonly #read = new Map<string, unknown>();
  #lacking: Map<string, () => Promise<{ readonly state: unknown }>> | undefined;

  constructor(private readonly tips: Tips) {}

  get isWhole(): boolean {
    return this.#lacking === undefined;
  }

  of<State>(aggregate: Aggregate<State>, id: string): State {
    return this.tips.known?.(aggregate, id) ?? this.#readBefore(aggregate, id);
  }

  #readBefore<State>(aggregate: Aggregate<State>, id: string): State {
    const key = `${aggregate.category}-${id}`;
    const found = this.#read.get(key);
    if (found !== undefined) return found as State;
    this.#lacking ??= new Map();
    this.#lacking.set(key, () => this.tips.current(aggregate, id));
    return aggregate.initial;
  }

  /** Reads what was lacking, all of it at once. */
  async readOn(): Promise<void> {
    const lacking = [...(this.#lacking ?? [])];
    this.#lacking = undefined;
    const read = await Promise.all(lacking.map(([, current]) => current()));
    for (const [index, [key]] of lacking.entries()) this.#read.set(key, read[index]?.state);
  }
}

/**
 * What a rule makes of states: at once where all that it asks for are at hand. Else it begins anew when the others were
 * read, until nothing is lacking: what it makes of states that are lacking is thrown away.
 */
export const decided = <Result>(tips: Tips, rule: (states: States) => Result): Soon<Result> => {
  const reading = new Reading(tips);
  const result = rule(reading);
  return reading.isWhole ? result : decidedLater(reading, rule);
};

const decidedLater = async <Result>(reading: Reading, rule: (states: States) => Result): Promise<Result> => {
  for (;;) {
    await reading.readOn();
    const result = rule(reading);
    if (reading.isWhole) return result;
  }
};
