import { accountOf, type Charge, type Payer } from '@cairn/assets';
import type { Usage } from '@cairn/contracts';
import { type Documents, noQuotas, type Quotas, type QuotasInForce } from '@cairn/kernel';
import { datasetUsage } from '../../usage.js';

type Today = Pick<Documents, 'find' | 'get'>;

/** What is charged to an account, and what it may use. */
export const usageOfAccount = async (today: Today, userId: string, quotas: QuotasInForce): Promise<Usage> =>
  told(await datasetUsage.usedBy(today, accountOf(userId), quotas), await quotas.ofAccount(userId));

/** What is in an organization, and what it may use where it has a quota of its own. */
export const usageOfOrganization = async (
  today: Today,
  id: string,
  quotas: QuotasInForce,
): Promise<Usage> => {
  const organization: Payer = { kind: 'organization', id };
  const used = await datasetUsage.usedBy(today, organization, quotas);
  return told(used, (await quotas.ofOrganization(id)) ?? noQuotas);
};

const told = (used: Charge, quotas: Quotas): Usage => {
  const of = (bound: keyof Charge) => ({
    used: used[bound],
    ...(quotas[bound] === 0 ? {} : { limit: quotas[bound] }),
  });
  return { datasets: of('datasets'), items: of('items'), bytes: of('bytes') };
};
