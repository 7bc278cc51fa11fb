import type { Quotas } from '../config/index.js';

/** What accounts and organizations may hold now. Throws `LogUnavailable` while nobody can tell. */
export interface QuotasInForce {
  ofAccount(this: void, userId: string): Promise<Quotas>;
  /** `undefined`: it has none of its own, and what is in it is charged to the owners' accounts. */
  ofOrganization(this: void, organizationId: string): Promise<Quotas | undefined>;
}

/** Where nobody sets any: the same for all accounts, and none for organizations. */
export const sameForAll = (quotas: Quotas): QuotasInForce => ({
  ofAccount: async () => quotas,
  ofOrganization: async () => undefined,
});
