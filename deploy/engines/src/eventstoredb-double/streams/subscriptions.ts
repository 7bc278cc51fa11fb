import type { Cut } from '../faults.js';

/** The subscriptions that run, so that they can be cut. */
export class Subscriptions {
  private readonly running = new Set<(by: Cut) => void>();

  /** Answers what takes it off again. */
  add(cut: (by: Cut) => void): () => void {
    this.running.add(cut);
    return () => this.running.delete(cut);
  }

  /** Breaks all that run; answers how many did. */
  cutAll(by: Cut): number {
    const cuts = [...this.running];
    for (const cut of cuts) cut(by);
    return cuts.length;
  }
}
