import type { RunningEngine } from '@cairn/engines';
import { messageOf, pause } from '@cairn/kernel';
import { Backoff } from './backoff.js';

export interface KeptEngineOptions {
  /** Told when it has ended and when it runs again. */
  readonly changed: () => void;
  /** Gets a line for a person. */
  readonly say: (line: string) => void;
}

/** An engine that is started again when it ends by itself, on the same data and the same address. */
export class KeptEngine {
  readonly #backoff = new Backoff();
  #isReady = true;
  #endedWith: number | string | undefined;
  #isStopping = false;

  constructor(
    readonly engine: RunningEngine,
    private readonly options: KeptEngineOptions,
  ) {
    void this.#keep();
  }

  get isReady(): boolean {
    return this.#isReady;
  }
  /** How it ended before it was started again: its exit code, or the signal that ended it. */
  get endedWith(): number | string | undefined {
    return this.#endedWith;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.engine.stop();
  }

  async #keep(): Promise<void> {
    while (await this.#hasEnded()) {
      this.options.changed();
      this.options.say(`${this.engine.product} ended with ${this.#endedWith ?? ''}; it is started again.`);
      while (!(await this.#isStartedAgain())) if (this.#isStopping) return;
      this.options.changed();
      this.options.say(`${this.engine.product} runs again.`);
    }
  }

  /** Answers when it has: whether it did so by itself. */
  async #hasEnded(): Promise<boolean> {
    this.#endedWith = await this.engine.ended();
    this.#isReady = false;
    return !this.#isStopping;
  }

  async #isStartedAgain(): Promise<boolean> {
    await pause(this.#backoff.next());
    if (this.#isStopping) return false;
    this.#backoff.begin();
    try {
      await this.engine.again();
    } catch (error) {
      this.options.say(`${this.engine.product} did not start: ${firstLineOf(error)}`);
      return false;
    }
    this.#isReady = true;
    return true;
  }
}

/** What it printed follows in further lines. */
const firstLineOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';
