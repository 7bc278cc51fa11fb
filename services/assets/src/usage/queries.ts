import { type Document, type Documents, pagesOf, type QuotasInForce } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from './charge.js';
import type { UsageName } from './charging.js';
import { isSame, type Payer, payerOf } from './payers.js';
import type { Place } from './place.js';

type Today = Pick<Documents, 'findPage' | 'get'>;

interface UsageDocument extends Document, Partial<Charge> {
  /** Of an asset. */
  readonly owner_id?: string;
  /** Of an asset; absent or null where it is in none. */
  readonly organization_id?: string | null;
}

/** What is charged to somebody, and from how many documents that was added up. */
export interface Used extends Charge {
  readonly documents: number;
}

const ASSETS_AT_ONCE = 500;
const STREAMS_AT_ONCE = 1_000;

/**
 * What assets take without what is in them, and whose they are; what the streams in them take. Apart: each document stands
 * in no index but those that it has values for.
 */
export const usageCollections = ({ called }: Pick<UsageName, 'called'>) => ({
  assets: `${called}_usage`,
  streams: `${called}_version_usage`,
  /** The field of a stream's document that names its asset. */
  assetId: `${called}_id`,
});

/** What is asked of the documents of one kind of asset. */
export interface UsageReads extends ReturnType<typeof usageReads> {}

export const usageReads = (name: UsageName) => {
  const { assets, streams } = usageCollections(name);
  const streamsIn = inAssets(name);
  return {
    usedBy: sumFor(name),
    /** What an asset takes with all that is in it: what a new owner is charged. */
    heldBy: async (today: Today, assetId: string): Promise<Charge> => {
      const itself: UsageDocument | Charge = (await today.get(assets, assetId)) ?? NO_CHARGE;
      let sum = sumOf(ofAssets(name, 1), itself);
      for await (const found of streamsIn(today, assetId)) sum = found.reduce(sumOf, sum);
      return sum;
    },
    /** Whose an asset is, and where; `undefined` when it is purged, or not known yet. */
    placeOf: async (today: Today, assetId: string): Promise<Place | undefined> => {
      const found: UsageDocument | undefined = await today.get(assets, assetId);
      return found?.owner_id === undefined ? undefined : placeIn(found);
    },
    /** What was ever counted with a stream: the items of a version. */
    everIn: async (today: Today, streamId: string): Promise<Charge> => {
      const found: UsageDocument | undefined = await today.get(streams, streamId);
      return sumOf(NO_CHARGE, found ?? {});
    },
  };
};

const ofAssets = ({ countedAs }: UsageName, count: number): Charge =>
  countedAs === undefined ? NO_CHARGE : { ...NO_CHARGE, [countedAs]: count };

const placeIn = ({ owner_id = '', organization_id = null }: UsageDocument): Place => ({
  ownerId: owner_id,
  organizationId: organization_id,
});

const isInNone = ({ organization_id: id = null }: UsageDocument): boolean => id === null;

/** The documents of the streams in an asset, or in several, page by page. */
const inAssets = (name: UsageName) => {
  const { streams, assetId } = usageCollections(name);
  return (today: Today, ids: string | readonly string[]): AsyncIterable<readonly UsageDocument[]> =>
    pagesOf(today, streams, { fields: { [assetId]: ids } }, STREAMS_AT_ONCE, 'id');
};

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
  const streamsIn = inAssets(name);
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
      sum = sumOf(sum, ofAssets(name, charged.length));
      add(charged);
      const ids = charged.map(({ id }) => id);
      for await (const within of streamsIn(today, ids)) add(within);
    }
    return { ...sum, documents };
  };
};
