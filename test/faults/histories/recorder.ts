import type { Operation } from './history.js';

/** Writes down what several clients of one process do. */
export class Recorder {
  readonly operations: Operation[] = [];
  #now = 0;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  /** Now: later than every moment before. */
  moment(): number {
    this.#now += 1;
    return this.#now;
  }

  add(operation: Operation): void {
    this.operations.push(operation);
    const { length } = this.operations;
    for (const { resolve } of this.#waiting.filter(({ count }) => count <= length)) resolve();
    this.#waiting = this.#waiting.filter(({ count }) => count > length);
  }

  /** Answers when so many operations were recorded. */
  async reached(count: number): Promise<void> {
    if (this.operations.length < count)
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }
}
