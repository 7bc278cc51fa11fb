import { identityQueries } from '@cairn/contracts';
import type { CallMessage, CallReply } from '@cairn/kernel';
import type { KnownGroups } from './groups.js';

/** What identity tells of accounts and addresses to who shares or transfers something. */
export class KnownPeople {
  /** The account of an address that is verified. */
  readonly verified = new Map<string, string>();
  /** Accounts that there are not. */
  readonly unknown = new Set<string>();

  constructor(private readonly groups: KnownGroups) {}

  async call({ name, input, onBehalfOf }: CallMessage): Promise<CallReply> {
    if (name === identityQueries.verifiedAddress.name)
      return { status: 'answered', answer: this.#verifiedBy(onBehalfOf.user_id) };
    if (name !== identityQueries.sharee.name) throw new Error(`identity is not asked ${name} here`);
    const { email, user_id } = input as { readonly email?: string; readonly user_id?: string };
    const known = user_id ?? this.verified.get(email ?? '');
    if (user_id !== undefined && this.unknown.has(user_id))
      return { status: 'refused', code: 'user_unknown', detail: 'There is no such account.' };
    const isColleague = known !== undefined && this.groups.areColleagues(onBehalfOf.user_id, known);
    const address = email === undefined ? {} : { address_key: keyOf(email) };
    const told = user_id !== undefined || isColleague ? { user_id: known } : {};
    return { status: 'answered', answer: { ...address, ...told, immediate: isColleague } };
  }

  #verifiedBy(userId: string): { readonly address_key?: string } {
    const [address] = [...this.verified].find(([, id]) => id === userId) ?? [];
    return address === undefined ? {} : { address_key: keyOf(address) };
  }
}

/** Tells equal addresses. */
const keyOf = (email: string): string => `key of ${email}`;
