import type { AssetDocument } from '../read-models/document.js';
import type { NamedVersions } from '../read-models/named-entities.js';
import { numbersOf } from '../read-models/version-numbers.js';
import type { ToldVersions } from './reads.js';
import { sharedOf, type VersionDocument, type VersionShowing } from './showing.js';

/** A version as its projection keeps it, and its number. */
type Numbered<Kept extends VersionDocument> = Kept & { readonly number: number };

/** Versions that others name, as `namedEntities` asks for them; what no asset has taken in is not there. */
export const namedVersions = <Kept extends VersionDocument, Beside, Resource>(
  { collections, assetField }: Pick<ToldVersions, 'collections' | 'assetField'>,
  { resource }: VersionShowing<Kept, Beside, Resource>,
): NamedVersions<AssetDocument, Numbered<Kept>, Resource> => ({
  collection: collections.versions,
  of: assetField,
  where: { deleted: false },
  there: async (context, found) => {
    const ids = found.map(({ id }) => id);
    const numbers = await numbersOf(context, { collection: collections.numbers }, ids);
    return (found as readonly Kept[]).flatMap((each) => {
      const number = numbers.get(each.id);
      return number === undefined ? [] : [{ ...each, number }];
    });
  },
  shown: (document, asset) =>
    resource({ asset, document, shared: sharedOf(document, document.number), texts: undefined }, undefined),
});
