import { type Documents, pagesOf, type QuotasInForce } from '@cairn/kernel';
import { NO_CHARGE, sumOf } from '../charge.js';
import { keyOf, type Payer } from '../payers.js';
import type { Used } from '../used.js';
import { PROGRESS, type ProgressDocument, type TotalDocument } from './documents.js';
import type { Totalled } from './totalled.js';

const AT_ONCE = 500;

type Found = TotalDocument | ProgressDocument;

/**
 * What is charged to somebody, by the totals: as many documents as there are organizations in which an owner has some,
 * however much that is. `undefined` while not all is in the totals.
 */
export const keptTotalOf = async (
  { totals }: Pick<Totalled, 'totals'>,
  today: Pick<Documents, 'findPage'>,
  payer: Payer,
  quotas: QuotasInForce,
): Promise<Used | undefined> => {
  const filter = { fields: { payer: [keyOf(payer), PROGRESS.payer] } };
  let [sum, documents, isWhole] = [NO_CHARGE, 0, false];
  for await (const page of pagesOf(today, totals, filter, AT_ONCE, 'id'))
    for (const found of page as readonly Found[]) {
      documents += 1;
      if ('up_to' in found) isWhole = found.up_to === null;
      else if (await isPaidBy(payer, found, quotas)) sum = sumOf(sum, found);
    }
  return isWhole ? { ...sum, documents } : undefined;
};

/** What is in an organization with a quota of its own is charged to that. */
const isPaidBy = async (
  { kind }: Payer,
  { organization_id: organizationId }: TotalDocument,
  { ofOrganization }: QuotasInForce,
): Promise<boolean> =>
  kind === 'organization' || organizationId === null || (await ofOrganization(organizationId)) === undefined;
