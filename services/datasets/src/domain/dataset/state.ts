import { asset, type AssetState, type KnownAsset } from '@cairn/assets';
import { datasetAssetEvents, type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** A dataset as its stream tells it. */
export interface KnownDataset extends KnownAsset {
  readonly multi_label: boolean;
  readonly default_splits: boolean;
  readonly content_type: string;
}

export type DatasetState = AssetState<KnownDataset>;

/** Datasets as assets. */
export const datasetName = { resource: 'datasets', called: 'dataset' } as const;
export const datasetAsset = asset<KnownDataset>({ ...datasetName, events: datasetAssetEvents });

/** `dataset-<id>`: a dataset without its versions. */
export const dataset = aggregate<DatasetState, DatasetEvent>({
  category: 'dataset',
  events: Object.values(datasetStreamEvents),
  stateVersion: 2,
  initial: { status: 'none' },
  evolve: datasetAsset.evolve,
});
