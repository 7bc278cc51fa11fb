import { pause, type Registers } from '@cairn/kernel';

const TOLD_EVERY_MS = 5_000;
/** Who has not told for so long is not there. */
const BELIEVED_MS = 20_000;

/**
 * Which workers are there, as they tell in the registers. They may be lost: then a worker seems to be gone, and another
 * takes its jobs, whose claims are over by that.
 */
export class Workers {
  constructor(
    private readonly registers: Pick<Registers, 'get' | 'put'>,
    private readonly prefix: string,
  ) {}

  /** Tells that a worker is there, until the signal aborts. */
  async tell(name: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(TOLD_EVERY_MS, signal);
      await this.here(name);
    }
  }

  /** A worker is there now. */
  async here(name: string): Promise<void> {
    await this.registers.put(`${this.prefix}${name}`, true, BELIEVED_MS);
  }

  /** Those of some that are not there. */
  async gone(names: readonly string[]): Promise<ReadonlySet<string>> {
    const some = [...new Set(names)];
    const told = await Promise.all(some.map((name) => this.registers.get(`${this.prefix}${name}`)));
    return new Set(some.filter((_, index) => told[index] === undefined));
  }
}
