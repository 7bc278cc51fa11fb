import { type Document, type Documents, pagesOf } from '@cairn/kernel';
import { type Charge, NO_CHARGE } from './charge.js';
import type { UsageName } from './charging.js';
import type { Place } from './place.js';

/** What an asset takes without what is in it, and whose it is; or what a stream in one takes. */
export interface UsageDocument extends Document, Partial<Charge> {
  /** Of an asset. */
  readonly owner_id?: string;
  /** Of an asset; absent or null where it is in none. */
  readonly organization_id?: string | null;
}

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

/** So many assets, as they are counted by number. */
export const numberOf = ({ countedAs }: UsageName, count: number): Charge =>
  countedAs === undefined ? NO_CHARGE : { ...NO_CHARGE, [countedAs]: count };

/** Where an asset is; `undefined` when it is purged, or not known yet. */
export const placeOfUsage = (asset: UsageDocument | undefined): Place | undefined =>
  asset?.owner_id === undefined ? undefined : placeIn(asset);

export const placeIn = ({ owner_id = '', organization_id = null }: UsageDocument): Place => ({
  ownerId: owner_id,
  organizationId: organization_id,
});

/** The documents of the streams in an asset, or in several, page by page. */
export const streamsIn = (
  name: UsageName,
  today: Pick<Documents, 'findPage'>,
  ids: string | readonly string[],
): AsyncIterable<readonly UsageDocument[]> => {
  const { streams, assetId } = usageCollections(name);
  return pagesOf(today, streams, { fields: { [assetId]: ids } }, STREAMS_AT_ONCE, 'id');
};
