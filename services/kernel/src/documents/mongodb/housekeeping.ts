import type { Generations } from './generations.js';

const USED_EVERY_MS = 3_600_000;
const SLACK_MS = 1_000;

/**
 * What happens by itself while a process runs: each hour it says which versions it uses, and drops what nobody uses any
 * more; after a switch it drops what was live before. What fails is done the next time, here or in another process.
 */
export class Housekeeping {
  #hourly: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(
    private readonly generations: Generations,
    private readonly graceMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    clearInterval(this.#hourly);
    this.#hourly = setInterval(
      () => void this.#untilNextTime(() => this.#everyHour()),
      USED_EVERY_MS,
    ).unref();
  }

  /** When nobody can be reading any more what went out of use now. */
  sweepLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(
      () => void this.#untilNextTime(() => this.sweep()),
      this.graceMs + SLACK_MS,
    ).unref();
  }

  async sweep(): Promise<void> {
    const { garbage, models } = this.generations;
    await garbage.discardUnused(models);
    await garbage.sweep();
  }

  stop(): void {
    clearInterval(this.#hourly);
    clearTimeout(this.#later);
  }

  async #everyHour(): Promise<void> {
    await this.generations.sayUsed();
    await this.sweep();
  }

  async #untilNextTime(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.failed(error);
    }
  }
}
