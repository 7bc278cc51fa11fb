import { purgeTimer, shareLapses, together } from '@cairn/assets';
import { datasetAssetEvents, datasetVersionStreamEvents } from '@cairn/contracts';
import { copyTimer } from './copy-timer.js';

const { DatasetVersionDeleted, DatasetVersionRestored, DatasetVersionPurged } = datasetVersionStreamEvents;
const versionEnd = {
  deleted: DatasetVersionDeleted,
  restored: DatasetVersionRestored,
  purged: DatasetVersionPurged,
};

/** What datasets owe themselves at a time. */
export const datasetTimers = together([
  purgeTimer(datasetAssetEvents, 'datasets.purgeDataset', (id) => ({ dataset_id: id })),
  shareLapses(datasetAssetEvents, 'datasets.lapseShare', (dataset_id, share_id) => ({
    dataset_id,
    share_id,
  })),
  purgeTimer(versionEnd, 'datasets.purgeVersion', (id) => ({ version_id: id })),
  copyTimer,
]);
