import { assetIndexes, assetInternal, projectAsset, shareIndexes } from '@cairn/assets';
import { datasetAssetEvents, type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import { projection } from '@cairn/kernel';

export const DATASETS = 'datasets';
export const DATASET_SHARES = 'dataset_shares';

/** `datasets.datasets`: a document for each dataset, without its versions. */
export const datasetsProjection = projection<DatasetEvent>({
  name: 'datasets.datasets',
  version: 6,
  collections: [
    { name: DATASETS, indexes: assetIndexes },
    { name: DATASET_SHARES, indexes: shareIndexes },
  ],
  internal: assetInternal,
  events: Object.values(datasetStreamEvents),
  project: projectAsset(datasetAssetEvents, DATASETS, DATASET_SHARES),
});
