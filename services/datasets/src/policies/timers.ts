import { purgeTimer, together } from '@cairn/kernel';
import { datasetVersionStreamEvents } from '@cairn/contracts';
import { copyTimer } from './copy-timer.js';

const { DatasetVersionDeleted, DatasetVersionRestored, DatasetVersionPurged } = datasetVersionStreamEvents;
const versionEnd = {
  deleted: DatasetVersionDeleted,
  restored: DatasetVersionRestored,
  purged: DatasetVersionPurged,
};

/** What versions of datasets owe themselves at a time. */
export const datasetTimers = together([purgeTimer(versionEnd, 'datasets.purgeVersion'), copyTimer]);
