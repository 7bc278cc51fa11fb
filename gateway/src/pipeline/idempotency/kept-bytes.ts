import type { Clock } from '@cairn/kernel';

const DAY_MS = 24 * 3_600_000;
/** Callers that are remembered; the oldest goes first. */
const MOST = 10_000;

interface Kept {
  readonly day: number;
  readonly bytes: number;
}

/**
 * How much is kept for a caller in a day, by what this process has kept: an answer is kept for nothing, also one to a
 * request that changed nothing.
 */
export class KeptBytes {
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly clock: Clock,
    private readonly maxBytes: number,
  ) {}

  /** Whether there is room for so many bytes more; then they are counted. */
  take(caller: string, bytes: number): boolean {
    const day = Math.floor(this.clock.now() / DAY_MS);
    const known = this.#kept.get(caller);
    const before = known?.day === day ? known.bytes : 0;
    if (before + bytes > this.maxBytes) return false;
    this.#kept.delete(caller);
    this.#kept.set(caller, { day, bytes: before + bytes });
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST && oldest.done !== true) this.#kept.delete(oldest.value);
    return true;
  }
}
