import { messageOf } from './start-error.js';

/** What was started, in order; it is stopped in the reverse. */
export class Started {
  readonly #stops: (() => void | Promise<void>)[] = [];

  /** Starts something; when that fails, what had been started is stopped again, and why it failed is thrown. */
  static async by<Running>(start: (started: Started) => Promise<Running>): Promise<Running> {
    const started = new Started();
    try {
      return await start(started);
    } catch (error) {
      await started.stop().catch(warnOf);
      throw error;
    }
  }

  then(stop: () => void | Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Stops everything, whatever fails; throws one error that tells all that failed. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const stop of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  }
}

const warnOf = (failure: unknown): void =>
  process.emitWarning(failure instanceof Error ? failure : String(failure));
