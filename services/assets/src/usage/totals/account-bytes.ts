import { type Documents, type Filter, noQuotas, pagesOf, sameForAll } from '@cairn/kernel';
import { accountOf } from '../payers.js';
import { keptTotalOf } from './queries.js';
import type { Totalled } from './totalled.js';

/**
 * Bytes that an account is charged for documents of its own, by their totals. While these are not all there yet, the
 * documents are added up that `own` finds.
 */
export const accountBytes = async (
  totalled: Totalled,
  documents: Pick<Documents, 'findPage'>,
  userId: string,
  own: Filter = { fields: { user_id: userId } },
): Promise<number> => {
  const kept = await keptTotalOf(totalled, documents, accountOf(userId), sameForAll(noQuotas));
  if (kept !== undefined) return kept.bytes;
  let used = 0;
  for await (const page of pagesOf(documents, totalled.collection, own, totalled.atOnce))
    for (const document of page) used += totalled.chargedOf(document)?.bytes ?? 0;
  return used;
};

/** What a document of an account takes that is charged for by its bytes alone. */
export const chargedBytes = (ownerId: string, bytes: number): ReturnType<Totalled['chargedOf']> =>
  bytes === 0 ? undefined : { datasets: 0, items: 0, bytes, place: { ownerId, organizationId: null } };
