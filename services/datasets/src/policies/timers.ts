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
  purgeTimer(datasetAssetEvents, 'datasets.purgeDataset'),
  shareLapses(datasetAssetEvents, 'datasets.lapseShare'),
  purgeTimer(versionEnd, 'datasets.purgeVersion'),
  copyTimer,
]);
