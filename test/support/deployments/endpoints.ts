/**
 * Where a balancer sends requests. It hears of who comes and of who goes a moment later, as from the endpoints of a
 * Service: meanwhile who is going still gets requests.
 */
export class Endpoints {
  readonly #known = new Set<string>();
  /** Why each is going, or has gone. */
  readonly #gone = new Map<string, string>();
  #late = 0;

  constructor(private readonly heardAfterMs: number) {}

  /** How many requests were sent to who was going. */
  get late(): number {
    return this.#late;
  }

  /** How many it sends requests to. */
  get size(): number {
    return this.#known.size;
  }

  add(url: string): void {
    this.#gone.delete(url);
    setTimeout(() => this.#known.add(url), this.heardAfterMs);
  }

  take(url: string, why: string): void {
    this.#gone.set(url, why);
    setTimeout(() => this.#known.delete(url), this.heardAfterMs);
  }

  /** In turn. Throws when nobody is there. */
  choose(turn: number): string {
    const all = [...this.#known];
    const chosen = all[turn % all.length];
    if (chosen === undefined)
      throw new Error(`the balancer knows nobody: ${JSON.stringify([...this.#gone])}`);
    if (this.#gone.has(chosen)) this.#late += 1;
    return chosen;
  }
}
