export { type Asking, askingNow, assetIdOf, givenAsset, organizationOfAssets } from './access/asked.js';
export { callerFor, standingCaller } from './access/caller.js';
export { cancelRefusalOf, mayKnowJobOf } from './application/jobs.js';
export type { AssetMaking } from './application/making.js';
export type { AssetBody, AssetRules, MadeWithVersion, VersionRules, Wish } from './application/rules.js';
export { accessible, accessRefusal, type AssetName, type MayAccess, placeOf } from './domain/access.js';
export { type AssetDecisions } from './domain/asset.js';
export { withoutAbsent } from './domain/decisions.js';
export { type AssetContent } from './domain/difference.js';
export { type AssetKind, assetKind, type KindRules } from './domain/kind.js';
export { type AssetState, type KnownAsset } from './domain/state.js';
export { type Groups } from './domain/visibility.js';
export {
  type AccessChanges,
  type AssetModel,
  assetModel,
  type AssetModelRules,
  type OwnDocuments,
} from './model.js';
export { type AssetDocument, type Deleted, seen, type StreamDocument } from './read-models/document.js';
export { type EntityAnswers, namedEntities, type NamedVersions } from './read-models/named-entities.js';
export { type Asked } from './read-models/explaining.js';
export { type AssetFilters } from './read-models/list.js';
export { type AssetReads, assetReads, type Told, type ToldAsset } from './read-models/reads.js';
export { activationShown, activeVersion, type SharedFields } from './read-models/resource.js';
export {
  type NamesOf,
  type PersonNames,
  type ShareDocument,
  shareInfo,
  shareResource,
} from './read-models/shares.js';
export { type AssetQueries, type AssetShowing, type Shown } from './read-models/showing.js';
export { type MembersEver } from './read-models/who-sees.js';
export { mayReadStreams, type AssetOf, toldBy } from './read-models/streams.js';
export { type AccountRoom } from './usage/account-room.js';
export { accountRoomsOf, type AssetUsage, assetUsage } from './usage/asset-usage.js';
export { type Charge, NO_CHARGE, sumOf } from './usage/charge.js';
export { type ChargedKind, type ChargedStreams, type UsageRules } from './usage/charging.js';
export { accountOf, type Payer } from './usage/payers.js';
export { keptTotals } from './usage/totals/keep.js';
export { accountBytes, chargedBytes } from './usage/totals/account-bytes.js';
export { type Totalled } from './usage/totals/totalled.js';
export { type SweptVersions } from './work/sweep-purged.js';
export { type NumberingAsset } from './domain/kind.js';
export { visibleVersion } from './versions/decisions.js';
export { type OwnParts, type UndoneSides } from './versions/own-parts.js';
export { type VersionKind, versionKind } from './versions/kind.js';
export { takenIn } from './versions/making.js';
export { type VersionModel, versionModel } from './versions/model.js';
export { type VersionFilters } from './versions/filter.js';
export { numbersOf } from './read-models/version-numbers.js';
export { type VersionCollections, versionCollections, type VersionDocuments } from './versions/project.js';
export { type ReadableVersion, type VersionReads } from './versions/reads.js';
export { type BesideAssets, versionsBeside } from './read-models/versions-beside.js';
export { type ListedVersions, type ShownVersion, type VersionDocument } from './versions/showing.js';
export { type IdOf, type PointerOf, type Put, type VersionBody, type VersionIds } from './versions/rules.js';
export { type KnownVersion, type VersionState } from './versions/state.js';
