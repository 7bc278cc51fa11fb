import { assetKind, type KnownAsset } from '@cairn/assets';
import { dataset as contract } from '@cairn/contracts';

/** A dataset as its stream tells it. */
export interface KnownDataset extends KnownAsset {
  readonly multi_label: boolean;
  readonly default_splits: boolean;
  readonly content_type: string;
}

/** Datasets as assets: `dataset-<id>`, a dataset without its versions. */
export const datasetKind = assetKind<KnownDataset>(contract, { stateVersion: 3 });
export const { aggregate: dataset, decide: datasetAsset } = datasetKind;
