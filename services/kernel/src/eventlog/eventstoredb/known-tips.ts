import type { StreamName } from '../../base/position.js';
import type { StreamTip } from '../port.js';

const LIMIT = 10_000;

/**
 * Tips that were seen in the log. A record never changes, so that a tip that was right once may be built on: the server
 * compares its revision, and its hash need not be read before each append.
 */
export class KnownTips {
  readonly #tips = new Map<StreamName, StreamTip>();

  has(stream: StreamName, { revision, hash }: StreamTip): boolean {
    const known = this.#tips.get(stream);
    return known?.revision === revision && known.hash === hash;
  }

  knows(stream: StreamName): boolean {
    return this.#tips.has(stream);
  }

  /** The one that was seen longest ago goes first. */
  add(stream: StreamName, { revision, hash }: StreamTip): void {
    if ((this.#tips.get(stream)?.revision ?? -1n) > revision) return;
    this.#tips.delete(stream);
    this.#tips.set(stream, { revision, hash });
    if (this.#tips.size <= LIMIT) return;
    for (const oldest of this.#tips.keys()) {
      this.#tips.delete(oldest);
      return;
    }
  }
}
