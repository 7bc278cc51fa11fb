import { LRUCache } from 'lru-cache';
import { isRunFailure, type ModelFacts, type RunFailure } from '../port.js';

type Found = ModelFacts | RunFailure;

const MOST_FILES = 1_000;
const KEPT_MS = 10 * 60_000;

/** What inspections found of files that came without it: those who ask at once wait for one inspection. */
export class KnownFacts {
  readonly #found = new LRUCache<string, Promise<Found>>({ max: MOST_FILES, ttl: KEPT_MS });

  /** A failure that is not the file's is not kept. */
  async of(key: string, inspect: () => Promise<Found>): Promise<Found> {
    const found = this.#found.get(key) ?? inspect();
    this.#found.set(key, found);
    const facts = await found;
    if (isRunFailure(facts) && facts.of !== 'model') this.#found.delete(key);
    return facts;
  }
}
