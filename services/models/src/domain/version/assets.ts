import type { AssetType, ModelAssetRecord } from '@cairn/contracts';

/** A file of a version, and since when it is. */
export type KnownAssetFile = ModelAssetRecord & { readonly updated_at: string };

/** Files by their types. */
export type KnownAssets = Readonly<Partial<Record<AssetType, KnownAssetFile>>>;

/** What is in a version beside its fields. */
export interface VersionFiles {
  /** It answered an inference: its files stay as they are. */
  readonly served: boolean;
  readonly assets: KnownAssets;
}

export const assetsIn = (assets: readonly ModelAssetRecord[], at: string): KnownAssets =>
  Object.fromEntries(assets.map((each) => [each.asset_type, { ...each, updated_at: at }]));

export const assetsWithout = (assets: KnownAssets, types: readonly AssetType[]): KnownAssets =>
  Object.fromEntries(Object.entries(assets).filter(([type]) => !types.some((gone) => gone === type)));
