import type { RunAsker } from '../port.js';

/** Of the places: an execution asks again when there is none, a person is told so. */
const EXECUTIONS_SHARE = 1 / 2;

/** The requests that are under way, at most so many. Those of executions leave room for people. */
export class Places {
  #taken = 0;
  #ofExecutions = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#taken;
  }

  isFull(asker: RunAsker): boolean {
    if (this.#taken >= this.most) return true;
    return asker === 'execution' && this.#ofExecutions >= this.most * EXECUTIONS_SHARE;
  }

  async during<Result>(asker: RunAsker, act: () => Promise<Result>): Promise<Result> {
    const ofExecutions = asker === 'execution' ? 1 : 0;
    this.#taken += 1;
    this.#ofExecutions += ofExecutions;
    try {
      return await act();
    } finally {
      this.#taken -= 1;
      this.#ofExecutions -= ofExecutions;
    }
  }
}
