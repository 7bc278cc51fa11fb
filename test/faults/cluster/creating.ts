import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cairn/client';

export interface CreatingOptions {
  readonly token: string;
  /** Which gateway the request of a turn goes to. */
  choose(this: void, turn: number): string;
  readonly connections: number;
  /** Between an answer and the next request of a connection. */
  readonly pauseMs?: number;
}

/** Connections that create datasets, one after the other, until they are told to end. */
export class Creating {
  /** The status of each answer. */
  readonly answers: number[] = [];
  /** What was not created, and why. */
  readonly failures: string[] = [];
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(private readonly options: CreatingOptions) {
    const numbers = Array.from({ length: options.connections }, (_, number) => number);
    this.#running = Promise.all(numbers.map((number) => this.#connection(number)));
  }

  /** Answers when all that was asked was answered. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #connection(number: number): Promise<void> {
    const { choose, token, pauseMs = 0 } = this.options;
    for (let turn = number; !this.#isOver; turn += 1) {
      try {
        const client = createClient({ baseUrl: choose(turn), token });
        const answer = await client.try('createDataset', { body: { name: `load ${number} ${turn}` } });
        this.answers.push(answer.status);
        if (![201, 202].includes(answer.status)) this.failures.push(JSON.stringify(answer.body));
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
  }
}
