import { type Asking, givenAsset } from '@cairn/assets';
import { type AccessAction, isRefusal, notFound, type Refusal } from '@cairn/kernel';
import { datasetKind, type KnownDataset } from '../domain/dataset/state.js';
import type { ItemSurroundings } from '../domain/item/item-created.js';
import {
  datasetVersion,
  type KnownVersion,
  liveLabel,
  liveSplit,
  type VersionState,
} from '../domain/version/state.js';

/** A dataset and one of its versions, both there, both open to the caller. */
export interface Parents {
  readonly dataset: KnownDataset;
  readonly version: KnownVersion;
}

/** The dataset of a command, decided again whenever the decision is made again (S40). */
export const givenDataset =
  (context: Asking, id: string, action: AccessAction) => (): Promise<KnownDataset | Refusal> =>
    givenAsset(datasetKind, context, id, action);

/** The dataset and the version of a command; a version of another dataset is not found (S2, law 6). */
export const givenParents =
  (
    context: Asking,
    ids: { readonly dataset_id: string; readonly version_id: string },
    action: AccessAction,
  ) =>
  async (): Promise<Parents | Refusal> => {
    const found = await givenDataset(context, ids.dataset_id, action)();
    if (isRefusal(found)) return found;
    const version = visibleVersion(await context.load(datasetVersion, ids.version_id), ids.dataset_id);
    return isRefusal(version) ? version : { dataset: found, version };
  };

/** The version when it is one of the dataset's and seen. */
export const visibleVersion = (
  state: VersionState,
  datasetId: string,
  deletedToo = false,
): KnownVersion | Refusal =>
  state.status === 'none' ||
  state.dataset_id !== datasetId ||
  !state.complete ||
  (state.status !== 'live' && !deletedToo)
    ? notFound()
    : state;

/** What a version and its dataset say about items. */
export const surroundings = ({ dataset: owner, version }: Parents): ItemSurroundings => ({
  dataset_id: owner.id,
  version_id: version.id,
  multi_label: owner.multi_label,
  default_split: version.default_split,
  hasLabel: (id) => liveLabel(version, id) !== undefined,
  hasSplit: (id) => liveSplit(version, id) !== undefined,
});
