import { type AnswerOf, identityQueries, type InputOf } from '@cairn/contracts';
import { type CallMessage, type CallReply, derivedId } from '@cairn/kernel';
import type { KnownGroups } from './groups.js';

/** What identity tells of accounts and addresses to who shares or transfers something. */
export class KnownPeople {
  /** The account of an address that is verified. */
  readonly verified = new Map<string, string>();
  /** The account of an address that nothing has shown to be its own. */
  readonly claimed = new Map<string, string>();
  /** Accounts that there are not. */
  readonly unknown = new Set<string>();

  constructor(private readonly groups: KnownGroups) {}

  async call({ name, input, onBehalfOf }: CallMessage): Promise<CallReply> {
    if (name === identityQueries.ownAddress.name)
      return { status: 'answered', answer: this.#addressOf(onBehalfOf.user_id) };
    if (name !== identityQueries.sharee.name) throw new Error(`identity is not asked ${name} here`);
    return this.#meant(onBehalfOf.user_id, input as InputOf<typeof identityQueries.sharee>);
  }

  /** An account by its id, or an address, of which is told only to a colleague whose it is. */
  #meant(by: string, { email = '', user_id }: InputOf<typeof identityQueries.sharee>): CallReply {
    if (user_id !== undefined) {
      if (this.unknown.has(user_id))
        return { status: 'refused', code: 'user_unknown', detail: 'There is no such account.' };
      const immediate = this.groups.areColleagues(by, user_id);
      return { status: 'answered', answer: { user_id, immediate } };
    }
    const holder = this.verified.get(email);
    const immediate = holder !== undefined && this.groups.areColleagues(by, holder);
    const told = immediate ? { user_id: holder } : {};
    return { status: 'answered', answer: { address_key: keyOf(email), ...told, immediate } };
  }

  #addressOf(userId: string): AnswerOf<typeof identityQueries.ownAddress> {
    const heldIn = (accounts: ReadonlyMap<string, string>) =>
      [...accounts].find(([, id]) => id === userId)?.[0];
    const [verified, claimed] = [heldIn(this.verified), heldIn(this.claimed)];
    const address = verified ?? claimed;
    return {
      ...(address === undefined ? {} : { address_key: keyOf(address) }),
      verified: verified !== undefined,
    };
  }
}

/** Tells equal addresses, and nothing of them. */
const keyOf = (email: string): string => derivedId('address', email);
