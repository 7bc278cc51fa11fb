import { accessChanges, projectAccessChanges } from '@cairn/assets';
import { datasetAssetEvents, type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import { projection } from '@cairn/kernel';

export const DATASET_ACCESS_CHANGES = 'dataset_access_changes';

/** `datasets.access_changes`: what access reviews tell of datasets. */
export const accessChangesProjection = projection<DatasetEvent>({
  name: 'datasets.access_changes',
  version: 1,
  collections: [accessChanges(DATASET_ACCESS_CHANGES)],
  events: Object.values(datasetStreamEvents),
  project: projectAccessChanges(datasetAssetEvents, DATASET_ACCESS_CHANGES),
});
