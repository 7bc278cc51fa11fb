import { type Documents, nextTurn, pagesOf, type QuotasInForce } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from './charge.js';
import type { UsageName } from './charging.js';
import {
  numberOf,
  placeIn,
  placeOfUsage,
  streamsIn,
  usageCollections,
  type UsageDocument,
} from './documents.js';
import { isSame, type Payer, payerOf } from './payers.js';
import type { Place } from './place.js';
import { keptTotalOf } from './totals/queries.js';
import { totalledAssets } from './totals/totalled.js';
import type { Used } from './used.js';

type Today = Pick<Documents, 'findPage' | 'get'>;

const ASSETS_AT_ONCE = 500;

/** What is asked of the documents of one kind of asset. */
export interface UsageReads extends ReturnType<typeof usageReads> {}

export const usageReads = (name: UsageName) => {
  const { assets, streams } = usageCollections(name);
  const usedBy = sumFor(name);
  const totalled = totalledAssets(name);
  return {
    /** Added up of all documents. */
    usedBy,
    /** The same, by the totals that are kept; added up where they are not all there yet. */
    totalOf: async (today: Today, payer: Payer, quotas: QuotasInForce): Promise<Used> =>
      (await keptTotalOf(totalled, today, payer, quotas)) ?? usedBy(today, payer, quotas),
    /** What an asset takes with all that is in it: what a new owner is charged. */
    heldBy: async (today: Today, assetId: string): Promise<Charge> => {
      const itself: UsageDocument | Charge = (await today.get(assets, assetId)) ?? NO_CHARGE;
      let sum = sumOf(numberOf(name, 1), itself);
      for await (const found of streamsIn(name, today, assetId)) sum = found.reduce(sumOf, sum);
      return sum;
    },
    /** Whose an asset is, and where; `undefined` when it is purged, or not known yet. */
    placeOf: async (today: Today, assetId: string): Promise<Place | undefined> =>
      placeOfUsage(await today.get(assets, assetId)),
    /** What was ever counted with a stream: the items of a version. */
    everIn: async (today: Today, streamId: string): Promise<Charge> => {
      const found: UsageDocument | undefined = await today.get(streams, streamId);
      return sumOf(NO_CHARGE, found ?? {});
    },
  };
};

const isInNone = ({ organization_id: id = null }: UsageDocument): boolean => id === null;

/** What is in no organization is its owner's, as most is: nothing is asked for it. */
const chargedTo = async (
  payer: Payer,
  found: readonly UsageDocument[],
  quotas: QuotasInForce,
): Promise<readonly UsageDocument[]> => {
  if (payer.kind === 'organization' || found.every(isInNone)) return found;
  const payers = await Promise.all(found.map((each) => payerOf(placeIn(each), quotas)));
  return found.filter((_, index) => isSame(payers[index]!, payer));
};

/** The sum over the assets that are charged to an account or an organization, and what is in them. */
const sumFor = (name: UsageName) => {
  const { assets } = usageCollections(name);
  return async (today: Today, payer: Payer, quotas: QuotasInForce): Promise<Used> => {
    let [sum, documents] = [NO_CHARGE, 0];
    const add = (found: readonly UsageDocument[]): void => {
      documents += found.length;
      sum = found.reduce(sumOf, sum);
    };
    const field = payer.kind === 'account' ? 'owner_id' : 'organization_id';
    const filter = { fields: { [field]: payer.id } };
    for await (const found of pagesOf(today, assets, filter, ASSETS_AT_ONCE, 'id')) {
      const charged = await chargedTo(payer, found, quotas);
      if (charged.length === 0) continue;
      sum = sumOf(sum, numberOf(name, charged.length));
      add(charged);
      const ids = charged.map(({ id }) => id);
      for await (const within of streamsIn(name, today, ids)) add(within);
      await nextTurn();
    }
    return { ...sum, documents };
  };
};
