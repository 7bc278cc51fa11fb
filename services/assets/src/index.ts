export { callerFor, groupsAfter, standingCaller } from './application/caller.js';
export { assetCommands, type Surroundings } from './application/commands.js';
export { assetIdIn, organizationWithin } from './application/organization.js';
export type { SharingAround } from './application/sharing.js';
export { placeAfter } from './application/transfer.js';
export { accessible, accessRefusal, type AssetName, type MayAccess, placeOf } from './domain/access.js';
export { asset, type AssetDefinition } from './domain/asset.js';
export { type Destination } from './domain/transferring.js';
export { type AssetChange, type NewAsset, withoutAbsent } from './domain/decisions.js';
export { type AssetContent, contentOf, type EventsToReach } from './domain/difference.js';
export { jsonText } from './domain/json-text.js';
export { type Reverting } from './domain/reverting.js';
export { type AssetState, type KnownAsset } from './domain/state.js';
export { type Groups } from './domain/visibility.js';
export {
  type AssetDocument,
  type Deleted,
  seen,
  type StreamDocument,
  wasGoneBefore,
} from './read-models/document.js';
export { type Showing } from './read-models/administered.js';
export { type AssetFilters } from './read-models/list.js';
export { accessChanges, projectAccessChanges } from './read-models/access-changes.js';
export { assetIndexes, assetInternal, projectAsset } from './read-models/project.js';
export { shareIndexes } from './read-models/project-shares.js';
export {
  type NamesOf,
  type PersonNames,
  type ShareDocument,
  shareInfo,
  shareResource,
} from './read-models/shares.js';
export { type AddressHolder, type NewShare, type Sharee, shareRoleOf } from './domain/sharing.js';
export { type AwaitedShares, awaitedShares } from './policies/awaited-shares.js';
export { type MembersEver } from './read-models/who-sees.js';
export { type Asked } from './read-models/explaining.js';
export { shareLapses } from './policies/share-timer.js';
export { assetReads, type Told, type ToldAsset } from './read-models/reads.js';
export { activeVersion, sharedFields, type SharedFields } from './read-models/resource.js';
export { type AssetOf, mayReadStreams, toldBy } from './read-models/streams.js';
export { purgedOfAssets } from './work/sweep-purged.js';
