import type { Refusal } from '../wire/refusal.js';

/** The calls that go on until somebody ends them, and whether the double is stopping. */
export class OpenCalls {
  private readonly open = new Set<(refusal: Refusal) => void>();
  /** A stop has begun: calls are served for some time more. */
  stopping = false;

  /** Answers what takes it off again. */
  add(end: (refusal: Refusal) => void): () => void {
    this.open.add(end);
    return () => this.open.delete(end);
  }

  endAll(refusal: Refusal): void {
    for (const end of this.open) end(refusal);
  }
}
