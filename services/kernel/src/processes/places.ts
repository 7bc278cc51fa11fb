import { accountOfPrincipal, type Principal } from '../access/principal.js';

/** Who asks for what is done in a process. */
export interface Asker {
  /** It counts against this account (`accountOfPrincipal`), which is the one on whose behalf work asks; all without one are one. */
  readonly account?: string | undefined;
  /** Whose fault it is: the person (`user:<id>`), for anybody may make many organizations with keys. The account when absent. */
  readonly person?: string | undefined;
  /** No person waits for it: it can wait and ask again. */
  readonly isWork?: boolean;
}

/** The account that what is asked counts against; all of nobody's are one. */
export const accountAsking = ({ account = '' }: Asker): string => account;

/** Who asks in the name of a principal. */
export const askerOf = (principal: Principal): Asker => ({
  account: accountOfPrincipal(principal),
  person: `user:${principal.userId}`,
});

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
  full(asker: Asker): Full | undefined {
    const { all, ofWork } = this.#taken;
    const free = this.most - all;
    if (free <= 0) return 'all';
    const own = this.#ofAccounts.get(accountAsking(asker)) ?? NONE;
    const share = Math.min(this.most * ACCOUNT_SHARE, free);
    if (own.all >= Math.max(1, share)) return 'account';
    if (asker.isWork !== true) return undefined;
    if (ofWork >= this.most * WORK_SHARE) return 'all';
    return own.ofWork >= Math.max(1, share * WORK_SHARE) ? 'account' : undefined;
  }

  async during<Result>(asker: Asker, act: () => Promise<Result>): Promise<Result> {
    this.#count(asker, 1);
    try {
      return await act();
    } finally {
      this.#count(asker, -1);
    }
  }

  #count(asker: Asker, by: number): void {
    const account = accountAsking(asker);
    const own = counted(this.#ofAccounts.get(account) ?? NONE, asker, by);
    this.#taken = counted(this.#taken, asker, by);
    if (own.all === 0) this.#ofAccounts.delete(account);
    else this.#ofAccounts.set(account, own);
  }
}

const counted = ({ all, ofWork }: Taken, { isWork = false }: Asker, by: number): Taken => ({
  all: all + by,
  ofWork: ofWork + (isWork ? by : 0),
});
