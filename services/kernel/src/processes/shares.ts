import { LRUCache } from 'lru-cache';

/** Somebody who has a worker. */
export interface Turn {
  readonly account: string;
  readonly key: string;
  /** Questions of several accounts go together: whose takes long is not known. */
  readonly isShared: boolean;
  /** When its worker began, of `performance.now()`; `undefined` before. */
  readonly began: () => number | undefined;
}

interface Used {
  readonly ms: number;
  readonly at: number;
}

/** What an account used counts half as much so much later. */
const HALF_MS = 30_000;
/** Who comes meanwhile notices a turn that takes longer. */
const LONG_MS = 2_000;
/** Its account's turns are taken for long ones for so long after it; where it was of several accounts, those of its model. */
const LONG_KNOWN_MS = 60_000;
/** Accounts and models of which something is known; the least recently served are forgotten first. */
const MOST_KNOWN = 10_000;

/**
 * Which accounts have workers, and how much of their time each had lately. Of two workers or more one stays for others:
 * - an account has all but one at most, and one for each key of which it has one turn at a time;
 * - long turns have all but one at most, whosever they are. Those of accounts and models that took long lately do not begin;
 *   who turns out to take long gives way when somebody else could begin.
 */
export class Shares {
  readonly #turns = new Set<Turn>();
  readonly #used = new LRUCache<string, Used>({ max: MOST_KNOWN });
  /** Until when turns are taken for long ones, by account or model. */
  readonly #long = new LRUCache<string, number>({ max: MOST_KNOWN });
  readonly #most: number;

  /** `singles`: keys of which an account has one turn at a time. */
  constructor(
    workers: number,
    private readonly singles: ReadonlySet<string> = new Set(),
  ) {
    this.#most = Math.max(1, workers - 1);
  }

  mayBegin(account: string, key: string): boolean {
    const own = [...this.#turns].filter((turn) => turn.account === account);
    if (own.length >= this.#most) return false;
    if (this.singles.has(key) && own.some((turn) => turn.key === key)) return false;
    return !this.#isKnownLong({ account, key }) || this.#longTurns().length < this.#most;
  }

  /** Time of workers, ms, what is under way included; that of long ago counts less. */
  used(account: string): number {
    const now = performance.now();
    const { ms, at } = this.#used.get(account) ?? { ms: 0, at: now };
    const underWay = [...this.#turns].filter((turn) => turn.account === account);
    return underWay.reduce((sum, turn) => sum + tookMs(turn), ms * 2 ** ((at - now) / HALF_MS));
  }

  begin(turn: Turn): void {
    this.#turns.add(turn);
  }

  end(turn: Turn): void {
    const { account, key, isShared } = turn;
    const now = performance.now();
    this.#used.set(account, { ms: this.used(account), at: now });
    this.#turns.delete(turn);
    if (isOverdue(turn)) this.#long.set(isShared ? key : account, now + LONG_KNOWN_MS);
  }

  /** The turn that gives way to somebody who could begin: of long ones that have too many workers the one that began last. */
  givesWay(): Turn | undefined {
    if (this.#longTurns().length <= this.#most) return undefined;
    return [...this.#turns].filter(isOverdue).sort((one, other) => tookMs(one) - tookMs(other))[0];
  }

  #longTurns(): readonly Turn[] {
    return [...this.#turns].filter((turn) => isOverdue(turn) || this.#isKnownLong(turn));
  }

  #isKnownLong({ account, key }: Pick<Turn, 'account' | 'key'>): boolean {
    return [account, key].some((each) => (this.#long.get(each) ?? 0) > performance.now());
  }
}

const tookMs = ({ began }: Turn): number => performance.now() - (began() ?? performance.now());
const isOverdue = (turn: Turn): boolean => tookMs(turn) > LONG_MS;
