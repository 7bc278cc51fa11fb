import { notFound, type Refusal } from '@cairn/kernel';
import type { KnownDataset } from '../dataset/state.js';
import type { KnownVersion, VersionState } from './state.js';

/** A dataset and one of its versions, both there, both open to the caller. */
export interface Parents {
  readonly dataset: KnownDataset;
  readonly version: KnownVersion;
}

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
