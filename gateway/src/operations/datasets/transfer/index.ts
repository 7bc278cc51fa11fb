import type { AnyHandler } from '../../handler.js';
import { downloadDatasetSplit, downloadDatasetVersion } from './download-dataset.js';
import { duplicateDatasetVersion } from './duplicate-dataset-version.js';

import { importDataset, importDatasetFormat } from './import-dataset.js';

/** What answers imports, duplicates and exports. */
export const transferHandlers: readonly AnyHandler[] = [
  importDataset,
  importDatasetFormat,
  duplicateDatasetVersion,
  downloadDatasetVersion,
  downloadDatasetSplit,
];
