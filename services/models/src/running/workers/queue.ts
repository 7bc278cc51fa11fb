import { LRUCache } from 'lru-cache';
import type { RunAnswer, RunFailure } from '../port.js';
import type { WorkerInput, WorkerModel } from '../worker/messages.js';
import type { Struck } from './strikes.js';

/** One who waits for an answer of a model. */
export interface Waiting {
  readonly key: string;
  readonly model: WorkerModel;
  /** What counts when its worker ends. */
  readonly struck: Struck;
  /** Of the file. */
  readonly bytes: number;
  readonly input: WorkerInput;
  /** Of tensors that were sent: so many of them are not held at once. */
  readonly inputBytes: number;
  /** Of `performance.now()`. */
  readonly deadline: number;
  /** Answers once; later ones count for nothing. */
  readonly answer: (answer: RunAnswer | RunFailure) => void;
  readonly isAnswered: () => boolean;
  /** Its worker ended once: it is asked again, alone. */
  readonly isSecondTry: boolean;
  /** How often its worker ended before it had it. */
  readonly starts: number;
}

/** Of the tensors of those who go together; one goes alone, however large. */
const MOST_TOGETHER_BYTES = 64 * 1024 * 1024;

/** Models whose questions go one at a time; the one that was asked least recently is forgotten first. */
const MOST_APART = 1_000;

/** Who waits, by model: models take turns, and those who wait for one go together. */
export class Queue {
  readonly #byKey = new Map<string, Waiting[]>();
  readonly #alone: Waiting[] = [];
  readonly #apart = new LRUCache<string, true>({ max: MOST_APART });

  add(waiting: Waiting): void {
    if (waiting.isSecondTry) {
      this.#alone.push(waiting);
      return;
    }
    const same = this.#byKey.get(waiting.key);
    if (same === undefined) this.#byKey.set(waiting.key, [waiting]);
    else same.push(waiting);
  }

  /** From now on those who wait for this model go one at a time. */
  keepApart(key: string): void {
    this.#apart.set(key, true);
  }

  /** The next ones of one model, at most so many; nobody who has an answer already. */
  take(most: number): readonly Waiting[] {
    for (;;) {
      const taken = this.#next(most);
      if (taken === undefined) return [];
      const open = taken.filter((waiting) => !waiting.isAnswered());
      if (open.length > 0) return open;
    }
  }

  /** All of them. */
  clear(): readonly Waiting[] {
    const all = [...this.#alone.splice(0), ...[...this.#byKey.values()].flat()];
    this.#byKey.clear();
    return all;
  }

  #next(most: number): readonly Waiting[] | undefined {
    const alone = this.#alone.shift();
    if (alone !== undefined) return [alone];
    const [key, waiting] = this.#byKey.entries().next().value ?? [];
    if (key === undefined || waiting === undefined) return undefined;
    this.#byKey.delete(key);
    const together = this.#apart.get(key) ? 1 : fewEnough(waiting, most);
    if (waiting.length > together) this.#byKey.set(key, waiting.slice(together));
    return waiting.slice(0, together);
  }
}

/** How many of them go together. */
const fewEnough = (waiting: readonly Waiting[], most: number): number => {
  let bytes = 0;
  const first = waiting.slice(0, most).findIndex(({ inputBytes }, place) => {
    bytes += inputBytes;
    return place > 0 && bytes > MOST_TOGETHER_BYTES;
  });
  return first < 0 ? most : first;
};
