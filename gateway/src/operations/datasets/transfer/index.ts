import type { AnyHandler } from '../../handler.js';
import { downloadDatasetSplit, downloadDatasetVersion } from './download-dataset.js';
import { duplicateDatasetVersion } from './duplicate-dataset-version.js';
import { getJob } from './get-job.js';
import { importDataset, importDatasetFormat } from './import-dataset.js';

/** What answers imports, duplicates, exports and the jobs that they are. */
export const transferHandlers: readonly AnyHandler[] = [
  importDataset,
  importDatasetFormat,
  duplicateDatasetVersion,
  downloadDatasetVersion,
  downloadDatasetSplit,
  getJob,
];
