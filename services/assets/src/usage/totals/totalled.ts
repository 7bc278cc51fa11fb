import type { Document } from '@cairn/kernel';
import { type Charge, sumOf } from '../charge.js';
import type { UsageName } from '../charging.js';
import { numberOf, placeOfUsage, usageCollections, type UsageDocument } from '../documents.js';
import type { Place } from '../place.js';

/** Whose a document is, and what it takes. */
export interface Charged extends Charge {
  readonly place: Place;
}

/** Documents of which totals are kept, by who is charged for them. */
export interface Totalled {
  readonly collection: string;
  /** Where the totals stand. */
  readonly totals: string;
  /** `undefined`: nobody is charged for it, nor for what is in it. */
  chargedOf(this: void, document: Document): Charged | undefined;
  /** How many are read at once when totals begin anew: fewer of large ones. */
  readonly atOnce: number;
  /** Documents with charges that name one of these in a field. */
  readonly within?: { readonly collection: string; readonly field: string };
}

/** Assets with the streams in them. */
export const totalledAssets = (name: UsageName): Totalled => {
  const { assets, streams, assetId } = usageCollections(name);
  return {
    collection: assets,
    totals: `${name.called}_usage_totals`,
    atOnce: 100,
    chargedOf: (asset: UsageDocument) => {
      const place = placeOfUsage(asset);
      return place && { place, ...sumOf(numberOf(name, 1), asset) };
    },
    within: { collection: streams, field: assetId },
  };
};
