import type { AssetType, InspectedModel, ModelAssetRecord } from '@cairn/contracts';

/** A file of a version, and since when it is. */
export type KnownAssetFile = ModelAssetRecord & { readonly updated_at: string };

/** Files by their types. */
export type KnownAssets = Readonly<Partial<Record<AssetType, KnownAssetFile>>>;

/** Why a file is not run any more, and since when. */
export interface OutOfService {
  readonly sha256: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly at: string;
}

/** What is in a version beside its fields. */
export interface VersionFiles {
  /** It answered an inference: its files stay as they are. */
  readonly served: boolean;
  readonly assets: KnownAssets;
  /** A file of it that is not run; null for none. It counts as long as the version has that file. */
  readonly out_of_service: OutOfService | null;
  /** When it was put back into service last; empty: never. Runs of before count no more. */
  readonly reinstated_at: string;
  /** When who may write the model did so last; empty: never. */
  readonly reinstated_by_owner_at: string;
}

export const assetsIn = (assets: readonly ModelAssetRecord[], at: string): KnownAssets =>
  Object.fromEntries(assets.map((each) => [each.asset_type, { ...each, updated_at: at }]));

/** What an inspection found of a file that a version has. */
export interface Inspection {
  readonly asset_type: AssetType;
  readonly sha256: string;
  readonly inspected: InspectedModel;
}

export const assetsInspected = (
  assets: KnownAssets,
  { asset_type, sha256, inspected }: Inspection,
): KnownAssets => {
  const asset = assets[asset_type];
  return asset?.file.sha256 === sha256 ? { ...assets, [asset_type]: { ...asset, inspected } } : assets;
};

export const assetsWithout = (assets: KnownAssets, types: readonly AssetType[]): KnownAssets =>
  Object.fromEntries(Object.entries(assets).filter(([type]) => !types.some((gone) => gone === type)));
