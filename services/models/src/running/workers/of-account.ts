import type { Waiting, WaitingRun } from './waiting.js';

/** Who waits of one account: its models, and its inspections among them, take turns. */
export class OfAccount {
  /** In the order of their turns. */
  readonly #byKey = new Map<string, readonly Waiting[]>();
  #alone: readonly WaitingRun[] = [];

  get isEmpty(): boolean {
    return this.#byKey.size === 0 && this.#alone.length === 0;
  }

  all(): readonly Waiting[] {
    return [...this.#alone, ...[...this.#byKey.values()].flat()];
  }

  /** Who has an answer by now does not wait on for a turn. */
  add(waiting: Waiting): void {
    this.#alone = this.#alone.filter(isOpen);
    for (const [key, same] of this.#byKey) this.#set(key, same.filter(isOpen));
    if (waiting.kind === 'run' && waiting.isSecondTry) this.#alone = [...this.#alone, waiting];
    else this.#set(waiting.key, [...(this.#byKey.get(waiting.key) ?? []), waiting]);
  }

  /** The one whose turn it is within the account, of those that may begin. */
  next(mayBegin: (key: string) => boolean): Waiting | undefined {
    this.#alone = this.#alone.filter(isOpen);
    const alone = this.#alone.find(({ key }) => mayBegin(key));
    this.#alone = this.#alone.filter((each) => each !== alone);
    if (alone !== undefined) return alone;
    for (const [key, same] of [...this.#byKey]) {
      if (!mayBegin(key)) continue;
      const [first, ...rest] = same.filter(isOpen);
      this.#byKey.delete(key);
      this.#set(key, rest);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Whether somebody may begin. */
  hasOne(mayBegin: (key: string) => boolean): boolean {
    return this.all().some((waiting) => isOpen(waiting) && mayBegin(waiting.key));
  }

  /** Takes those that wait for a model, in their order, as long as they fit. */
  takeWhile(key: string, fits: (waiting: WaitingRun) => boolean): void {
    const same = (this.#byKey.get(key) ?? []).filter(isOpen);
    const stop = same.findIndex((waiting) => waiting.kind !== 'run' || !fits(waiting));
    this.#set(key, stop < 0 ? [] : same.slice(stop));
  }

  #set(key: string, same: readonly Waiting[]): void {
    if (same.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, same);
  }
}

const isOpen = (waiting: Waiting): boolean => !waiting.isAnswered();
