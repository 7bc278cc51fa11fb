import { type Documents, pagesOf, type QuotasInForce } from '@cairn/kernel';
import { NO_CHARGE, sumOf } from '../charge.js';
import type { UsageName } from '../charging.js';
import { keyOf, type Payer } from '../payers.js';
import type { Used } from '../used.js';
import { PROGRESS, type ProgressDocument, type TotalDocument, totalsCollection } from './documents.js';

const AT_ONCE = 500;

type Found = TotalDocument | ProgressDocument;

/**
 * What is charged to somebody, by the totals: as many documents as an owner has assets in organizations, however much is
 * in these. `undefined` while not all assets are in the totals.
 */
export const keptFor = async (
  name: UsageName,
  today: Pick<Documents, 'find'>,
  payer: Payer,
  quotas: QuotasInForce,
): Promise<Used | undefined> => {
  const collection = totalsCollection(name);
  const filter = { fields: { payer: [keyOf(payer), PROGRESS.payer] } };
  let [sum, documents, isWhole] = [NO_CHARGE, 0, false];
  for await (const page of pagesOf(today, collection, filter, AT_ONCE, 'id'))
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
