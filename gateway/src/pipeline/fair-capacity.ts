/** How much there is of something. */
export interface FairCapacitySettings {
  readonly forAll: number;
  readonly forOne: number;
}

/** Who has too much of it. */
export type Over = 'one' | 'all';

/** What callers hold of something that there is only so much of: in all, and each of them. */
export class FairCapacity {
  #held = 0;
  #refused = 0;
  readonly #byCaller = new Map<string, number>();

  constructor(readonly settings: FairCapacitySettings) {}

  get held(): number {
    return this.#held;
  }
  /** How often there was no room for what was to be taken. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes so much for a caller; when there is no room for it, says for whom, and takes nothing. */
  take(caller: string, amount: number): Over | undefined {
    const over = this.over(caller, amount);
    if (over !== undefined) {
      this.#refused += 1;
      return over;
    }
    this.#held += amount;
    this.#byCaller.set(caller, this.#of(caller) + amount);
    return undefined;
  }

  /** Whether so much more would be too much, and for whom. */
  over(caller: string, amount: number): Over | undefined {
    if (this.#of(caller) + amount > this.settings.forOne) return 'one';
    return this.#held + amount > this.settings.forAll ? 'all' : undefined;
  }

  /** What was taken before. */
  give(caller: string, amount: number): void {
    const left = this.#of(caller) - amount;
    this.#held -= amount;
    if (left > 0) this.#byCaller.set(caller, left);
    else this.#byCaller.delete(caller);
  }

  #of(caller: string): number {
    return this.#byCaller.get(caller) ?? 0;
  }
}
