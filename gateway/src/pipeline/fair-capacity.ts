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
const ACCOUNTS = 8;

/**
 * What requests hold of something that there is only so much of: in all, by account, by the organization of keys, and by
 * session or key.
 *
 * Each account has a part: a seventh of what is left where one has `forOne`. Eight parts are kept; the rest is for who
 * comes first, up to `forOne`. So an account finds its part however much seven others hold, in whatever order they came
 * and however long they keep it. With half for one that is 7 of 100 transfers, 3.4 MB of 48 MB of bodies. Of 8 heavy
 * reads, a quarter for one, seven accounts find one each. An account that is alone finds all of `forOne`.
 */
export class FairCapacity {
  #held = 0;
  /** What accounts hold beyond their parts. */
  #beyond = 0;
  #refused = 0;
  readonly #bySharer = new Map<string, number>();
  readonly #forBearer: number;
  readonly #part: number;
  readonly #forBeyond: number;

  constructor(readonly settings: FairCapacitySettings) {
    const { forAll, forOne, least } = settings;
    this.#forBearer = Math.max(least, Math.floor(forOne / 2));
    this.#part = Math.min(forOne, Math.max(1, Math.floor((forAll - forOne) / (ACCOUNTS - 1))));
    this.#forBeyond = Math.max(forOne - this.#part, forAll - ACCOUNTS * this.#part);
  }

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
    if (over === undefined) this.#add(sharer, amount);
    else this.#refused += 1;
    return over;
  }

  /** Whether so much more would be too much, and for whom. */
  over({ account, organization, bearer }: Sharer, amount: number): Over | undefined {
    const { forAll, forOne } = this.settings;
    const isOver = (sharer: string | undefined, most: number): boolean =>
      sharer !== undefined && this.#of(sharer) + amount > most;
    if (isOver(bearer, this.#forBearer)) return { whose: 'bearer', most: this.#forBearer };
    if (isOver(organization, forOne)) return { whose: 'organization', most: forOne };
    if (isOver(account, forOne)) return { whose: 'account', most: forOne };
    if (this.#held + amount > forAll) return { whose: 'all', most: forAll };
    return this.#isBeyond(account, amount) ? { whose: 'part', most: this.#part } : undefined;
  }

  /** Whether it would take of what is kept for the parts of others. */
  #isBeyond(account: string, amount: number): boolean {
    const more = this.#beyondWith(account, amount);
    return more > 0 && this.#beyond + more > this.#forBeyond;
  }

  /** What was taken before. */
  give(sharer: Sharer, amount: number): void {
    this.#add(sharer, -amount);
  }

  #add({ account, organization, bearer }: Sharer, amount: number): void {
    this.#held += amount;
    this.#beyond += this.#beyondWith(account, amount);
    this.#set(account, amount);
    if (organization !== undefined) this.#set(organization, amount);
    if (bearer !== undefined) this.#set(bearer, amount);
  }

  /** How much more an account would hold beyond its part. */
  #beyondWith(account: string, amount: number): number {
    const held = this.#of(account);
    return Math.max(0, held + amount - this.#part) - Math.max(0, held - this.#part);
  }

  #of(sharer: string): number {
    return this.#bySharer.get(sharer) ?? 0;
  }

  #set(sharer: string, amount: number): void {
    const held = this.#of(sharer) + amount;
    if (held > 0) this.#bySharer.set(sharer, held);
    else this.#bySharer.delete(sharer);
  }
}
