import type { BeforeBatch, Change, Derived } from '@cairn/kernel';
import type { UsageName } from '../charging.js';
import { heldInEach, placeOfUsage, usageCollections, type UsageDocument } from '../documents.js';
import { addChanges, heldOf } from './changes.js';
import { PROGRESS, type ProgressDocument, totalsCollection } from './documents.js';
import { Sums } from './sums.js';

/** So many assets are added with one batch to totals that did not begin with the first event. */
const ASSETS_AT_ONCE = 100;

/**
 * What owners and organizations are charged for a kind of asset, kept: each batch adds what it changes. Where there are
 * no totals yet, after a rebuild, each batch adds some more of the assets that are there, by their ids; of those that are
 * not in yet nothing is added.
 */
export const keptTotals = (name: UsageName): Derived => {
  const collection = totalsCollection(name);
  return {
    collections: [{ name: collection, indexes: [{ kind: 'compound', fields: ['payer'] }] }],
    changes: async (before, batch) => {
      const sums = new Sums();
      const { isIn, told } = await filled(name, before, sums);
      await addChanges({ name, before, batch, isIn }, sums);
      return [...told, ...(await sums.changes(before, collection))];
    },
  };
};

interface Filled {
  /** Whether an asset is in the totals. */
  readonly isIn: (assetId: string) => boolean;
  readonly told: readonly Change[];
}

/** Adds the assets that are next, as they are before the batch. */
const filled = async (name: UsageName, before: BeforeBatch, sums: Sums): Promise<Filled> => {
  const collection = totalsCollection(name);
  const [progress] = (await before.getMany(collection, [PROGRESS.id])) as readonly ProgressDocument[];
  if (progress?.up_to === null) return { isIn: () => true, told: [] };
  const page = await assetsAfter(name, before, progress?.up_to);
  const ids = page.map(({ id }) => id);
  const within = await heldInEach(name, before, ids);
  for (const asset of page) {
    const place = placeOfUsage(asset);
    if (place !== undefined) sums.add(place, heldOf(name, asset, within.get(asset.id)));
  }
  const upTo = page.length < ASSETS_AT_ONCE ? null : ids.at(-1)!;
  return {
    isIn: (id) => upTo === null || id <= upTo,
    told: [{ kind: 'put', collection, document: { ...PROGRESS, up_to: upTo } }],
  };
};

const assetsAfter = async (
  name: UsageName,
  before: BeforeBatch,
  id: string | undefined,
): Promise<readonly UsageDocument[]> =>
  before.find(usageCollections(name).assets, {
    filter: {},
    sort: 'id',
    limit: ASSETS_AT_ONCE,
    ...(id === undefined ? {} : { after: { value: id, id } }),
  });
