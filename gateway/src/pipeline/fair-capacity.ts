import type { Sharer } from './caller.js';

/** How much there is of something. */
export interface FairCapacitySettings {
  readonly forAll: number;
  /** What one account may have at most. */
  readonly forOne: number;
  /** What a session or key may have at least: else half of what its account may. */
  readonly least: number;
}

/** Whose share has no room. `part` is what an account has in any case, where others hold what is beyond it. */
export interface Over {
  readonly whose: 'bearer' | 'organization' | 'account' | 'part' | 'all';
  /** How much that share is. */
  readonly most: number;
}

/** So many accounts have a part each that no others can take. */
const ACCOUNTS = 6;

/**
 * What requests hold of something that there is only so much of: in all, by account, by the organization of keys, and by
 * session or key.
 *
 * Each account has a part: a fifth of what is left where one has `forOne`. Six parts are kept; the rest is for who comes
 * first, up to `forOne`. So an account finds its part however much five others hold, in whatever order they came and
 * however long they keep it. With half for one that is 10 of 100 transfers, 4.8 MB of 48 MB of bodies. Of 8 heavy reads, a
 * quarter for one, it is one. An account that is alone finds all of `forOne`.
 */
export class FairCapacity {
  #held = 0;
  #refused = 0;
  readonly #byAccount = new Map<string, number>();
  /** Of organizations, sessions and keys. */
  readonly #within = new Map<string, number>();

  /** The settings may follow what is there now. */
  constructor(readonly settings: FairCapacitySettings) {}

  get held(): number {
    return this.#held;
  }
  /** How often there was no room for what was to be taken. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes so much more; when there is no room for it, says in whose share, and takes nothing. */
  take(sharer: Sharer, amount: number): Over | undefined {
    const over = this.over(sharer, amount);
    if (over !== undefined) return this.refuse(sharer, amount);
    this.#add(sharer, amount);
    return undefined;
  }

  /** Counts that so much more was refused, and says in whose share there is no room; `undefined`: by now there is. */
  refuse(sharer: Sharer, amount: number): Over | undefined {
    this.#refused += 1;
    return this.over(sharer, amount);
  }

  /** Whether so much more would be too much, and for whom. */
  over({ account, organization, bearer }: Sharer, amount: number): Over | undefined {
    const { forAll, forOne, least } = this.settings;
    const forBearer = Math.max(least, Math.floor(forOne / 2));
    if (isOver(this.#within, bearer, amount, forBearer)) return { whose: 'bearer', most: forBearer };
    if (isOver(this.#within, organization, amount, forOne)) return { whose: 'organization', most: forOne };
    if (isOver(this.#byAccount, account, amount, forOne)) return { whose: 'account', most: forOne };
    if (this.#held + amount > forAll) return { whose: 'all', most: forAll };
    return this.#overPart(account, amount);
  }

  /** What was taken before. */
  give(sharer: Sharer, amount: number): void {
    this.#add(sharer, -amount);
  }

  /** Whether it would take of what is kept for the parts of others. */
  #overPart(account: string, amount: number): Over | undefined {
    const { forAll, forOne } = this.settings;
    const part = Math.min(forOne, Math.max(1, Math.floor((forAll - forOne) / (ACCOUNTS - 1))));
    if (!isOver(this.#byAccount, account, amount, part)) return undefined;
    const forBeyond = Math.max(forOne - part, forAll - ACCOUNTS * part);
    const held = this.#byAccount.get(account) ?? 0;
    let beyond = held + amount - Math.max(part, held);
    for (const each of this.#byAccount.values()) beyond += Math.max(0, each - part);
    return beyond > forBeyond ? { whose: 'part', most: part } : undefined;
  }

  #add({ account, organization, bearer }: Sharer, amount: number): void {
    this.#held += amount;
    add(this.#byAccount, account, amount);
    add(this.#within, organization, amount);
    add(this.#within, bearer, amount);
  }
}

type Held = Map<string, number>;

const isOver = (held: Held, sharer: string | undefined, amount: number, most: number): boolean =>
  sharer !== undefined && (held.get(sharer) ?? 0) + amount > most;

const add = (held: Held, sharer: string | undefined, amount: number): void => {
  if (sharer === undefined) return;
  const sum = (held.get(sharer) ?? 0) + amount;
  if (sum > 0) held.set(sharer, sum);
  else held.delete(sharer);
};
