import type { Shares } from '@cairn/kernel';
import { LRUCache } from 'lru-cache';
import { OfAccount } from './of-account.js';
import type { Waiting, WaitingRun } from './waiting.js';

/** Of the tensors of those who go together; one goes alone, however large. */
const MOST_TOGETHER_BYTES = 64 * 1024 * 1024;
/** Models whose questions go one at a time; the one that was asked least recently is forgotten first. */
const MOST_APART = 1_000;

/**
 * Who waits. Accounts take turns: the one goes first that had least of the workers' time lately. Within an account its models
 * take turns. Those who wait for one model go together, whosever they are.
 */
export class Queue {
  readonly #accounts = new Map<string, OfAccount>();
  readonly #apart = new LRUCache<string, true>({ max: MOST_APART });

  constructor(private readonly shares: Pick<Shares, 'mayBegin' | 'used'>) {}

  add(waiting: Waiting): void {
    const { account } = waiting;
    const of = this.#accounts.get(account) ?? new OfAccount();
    of.add(waiting);
    this.#accounts.set(account, of);
  }

  /** From now on those who wait for this model go one at a time. */
  keepApart(key: string): void {
    this.#apart.set(key, true);
  }

  /**
   * One inspection, or the next ones of one model, at most so many; nobody who has an answer already. It is the turn of the
   * account of the first one.
   */
  take(most: number): readonly Waiting[] {
    for (const account of this.#inOrder()) {
      const first = this.#accounts.get(account)?.next((key) => this.shares.mayBegin(account, key));
      const taken = first === undefined ? [] : this.#with(first, most);
      this.#forgetEmpty();
      if (taken.length > 0) return taken;
    }
    return [];
  }

  /** Whether somebody waits who may begin. */
  hasOne(): boolean {
    return [...this.#accounts].some(([account, of]) =>
      of.hasOne((key) => this.shares.mayBegin(account, key)),
    );
  }

  /** All of them. */
  clear(): readonly Waiting[] {
    const all = [...this.#accounts.values()].flatMap((of) => of.all());
    this.#accounts.clear();
    return all;
  }

  #inOrder(): readonly string[] {
    return [...this.#accounts.keys()]
      .map((account) => ({ account, used: this.shares.used(account) }))
      .sort((one, other) => one.used - other.used)
      .map(({ account }) => account);
  }

  #with(first: Waiting, most: number): readonly Waiting[] {
    const isAlone = first.kind === 'inspection' || first.isSecondTry || this.#apart.get(first.key) === true;
    return isAlone ? [first] : this.#together(first, most);
  }

  /** Others of its own account first. */
  #together(first: WaitingRun, most: number): readonly WaitingRun[] {
    const batch = [first];
    let bytes = first.inputBytes;
    const fits = (next: WaitingRun): boolean => {
      bytes += next.inputBytes;
      const isFitting = batch.length < most && bytes <= MOST_TOGETHER_BYTES;
      if (isFitting) batch.push(next);
      return isFitting;
    };
    this.#accounts.get(first.account)?.takeWhile(first.key, fits);
    for (const of of this.#accounts.values()) of.takeWhile(first.key, fits);
    return batch;
  }

  #forgetEmpty(): void {
    for (const [account, of] of this.#accounts) if (of.isEmpty) this.#accounts.delete(account);
  }
}
