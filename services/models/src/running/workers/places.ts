import type { RunAsker } from '../port.js';
import { accountOf } from './asked.js';

/** Of the places, and of those of an account: work asks again when there is none, a person is told so. */
const WORK_SHARE = 1 / 2;
/** Of the places, for one account. */
const ACCOUNT_SHARE = 1 / 4;

interface Taken {
  readonly all: number;
  readonly ofWork: number;
}
const NONE: Taken = { all: 0, ofWork: 0 };

/** Whose places are all taken. */
export type Full = 'all' | 'account';

/**
 * The requests that are under way, at most so many. Those of work leave room for people.
 *
 * An account has a quarter of the places at most, and no more than are free: the more of them are taken, the fewer one may
 * have. Of `n` accounts that ask for as many as they get each has one part of `n + 1`, and one part is left: who has none is
 * served.
 */
export class Places {
  #taken = NONE;
  readonly #ofAccounts = new Map<string, Taken>();

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#taken.all;
  }

  /** Why there is no place for who asks; `undefined` where there is one. */
  full(asker: RunAsker): Full | undefined {
    const { all, ofWork } = this.#taken;
    const free = this.most - all;
    if (free <= 0) return 'all';
    const own = this.#ofAccounts.get(accountOf(asker)) ?? NONE;
    const share = Math.min(this.most * ACCOUNT_SHARE, free);
    if (own.all >= Math.max(1, share)) return 'account';
    if (asker.isWork !== true) return undefined;
    if (ofWork >= this.most * WORK_SHARE) return 'all';
    return own.ofWork >= Math.max(1, share * WORK_SHARE) ? 'account' : undefined;
  }

  async during<Result>(asker: RunAsker, act: () => Promise<Result>): Promise<Result> {
    this.#count(asker, 1);
    try {
      return await act();
    } finally {
      this.#count(asker, -1);
    }
  }

  #count(asker: RunAsker, by: number): void {
    const account = accountOf(asker);
    const own = counted(this.#ofAccounts.get(account) ?? NONE, asker, by);
    this.#taken = counted(this.#taken, asker, by);
    if (own.all === 0) this.#ofAccounts.delete(account);
    else this.#ofAccounts.set(account, own);
  }
}

const counted = ({ all, ofWork }: Taken, { isWork = false }: RunAsker, by: number): Taken => ({
  all: all + by,
  ofWork: ofWork + (isWork ? by : 0),
});
