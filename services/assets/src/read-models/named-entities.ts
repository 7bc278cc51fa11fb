import type { AnyAsset, EntityIds, NamedEntities, ShownEntity, UnusableEntities } from '@cairn/contracts';
import type { AccessAction, Document, QueryContext } from '@cairn/kernel';
import type { AssetDocument } from './document.js';
import { type KeptVersions, newestVersions, versionsThere } from './newest-versions.js';
import type { AssetReads } from './reads.js';
import { sharedFieldsIn } from './showing.js';

/** So many of its versions one is shown with. */
const NEWEST = 20;

/** The versions of one kind of asset, and how they are shown. */
export interface NamedVersions<
  Kept extends AssetDocument,
  Version extends Document,
  Shown,
> extends KeptVersions<Version> {
  /** As lists show one. */
  shown(this: void, version: Version, asset: Kept): Shown;
}

interface Rules<Kept extends AssetDocument, Version extends Document, Shown, Own extends object> {
  /** What one must allow who uses it. */
  readonly use: AccessAction;
  readonly versions: NamedVersions<Kept, Version, Shown>;
  /** What one is shown with beside what all are. */
  own(this: void, document: Kept): Own;
}

/** What is answered about the assets of one kind that others name: `namedEntityQueries` says what. Reads in batches. */
export interface EntityAnswers<Shown, Own> {
  unusable(this: void, context: QueryContext, named: NamedEntities): Promise<UnusableEntities>;
  shown(
    this: void,
    context: QueryContext,
    named: EntityIds,
  ): Promise<(ShownEntity & Own & { versions?: Shown[] })[]>;
}

export const namedEntities = <
  Kept extends AssetDocument,
  Version extends Document,
  Shown,
  Own extends object,
>(
  contract: Pick<AnyAsset, 'path'>,
  reads: Pick<AssetReads<Kept>, 'allowedOf'>,
  { use, versions, own }: Rules<Kept, Version, Shown, Own>,
): EntityAnswers<Shown, Own> => {
  /** Those that are there, with which the caller may do that now. */
  const allowed = async (
    context: QueryContext,
    ids: readonly string[],
    action: AccessAction,
  ): Promise<readonly Kept[]> =>
    (await reads.allowedOf(context, [...new Set(ids)], action)).filter(({ deleted }) => !deleted);

  return {
    unusable: async (context, { entities }) => {
      const ids = entities.map(({ id }) => id);
      const usable = new Set((await allowed(context, ids, use)).map(({ id }) => id));
      const versionIds = entities.flatMap(({ version_id }) => version_id ?? []);
      const there = await versionsThere(context, versions, versionIds);
      const isUsable = ({ id, version_id }: NamedEntities['entities'][number]): boolean =>
        usable.has(id) && (version_id === undefined || there.get(version_id)?.[versions.of] === id);
      return { unusable: entities.flatMap((each, index) => (isUsable(each) ? [] : [index])) };
    },
    shown: async (context, { ids }) => {
      const assets = await allowed(context, ids, 'read');
      const active = await activeIds(context, versions, assets);
      const all = assets.map((asset) => ({ asset, shown: shownOf(contract, asset, context) }));
      const others = all.filter(({ shown }) => !shown.has_direct_access).map(({ asset }) => asset.id);
      const newest = await newestVersions(context, versions, others, NEWEST);
      return all.map(({ asset, shown }) => {
        const theirs = newest.get(asset.id);
        return {
          ...shown,
          active_version_id: active.get(asset.id) ?? '',
          ...own(asset),
          ...(theirs === undefined ? {} : { versions: theirs.map((each) => versions.shown(each, asset)) }),
        };
      });
    },
  };
};

/** One without its versions; whoever owns it, or has a share of it, comes to it directly. */
const shownOf = (
  contract: Pick<AnyAsset, 'path'>,
  document: AssetDocument,
  context: QueryContext,
): Omit<ShownEntity, 'active_version_id'> => {
  const { id, name, description, logo, user_id, shared_with_me } = sharedFieldsIn(
    contract,
    document,
    context,
  );
  const has_direct_access = user_id === context.principal.userId || shared_with_me;
  return { id, name, description, logo, has_direct_access };
};

/** The version that was set when it is there, else the newest (TRAP-4); of those that never had one none. */
const activeIds = async <Version extends Document>(
  context: QueryContext,
  versions: KeptVersions<Version>,
  assets: readonly AssetDocument[],
): Promise<ReadonlyMap<string, string>> => {
  const named = assets.filter(({ active_version_id }) => active_version_id !== '');
  const there = await versionsThere(
    context,
    versions,
    named.map(({ active_version_id }) => active_version_id),
  );
  const isThere = ({ id, active_version_id }: AssetDocument): boolean =>
    there.get(active_version_id)?.[versions.of] === id;
  const without = named.filter((each) => !isThere(each)).map(({ id }) => id);
  const newest = await newestVersions(context, versions, without, 1);
  return new Map([
    ...named.filter(isThere).map(({ id, active_version_id }) => [id, active_version_id] as const),
    ...[...newest].flatMap(([id, [version]]) => (version === undefined ? [] : [[id, version.id] as const])),
  ]);
};
