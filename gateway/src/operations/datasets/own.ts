import type { AnyHandler } from '../handler.js';
import { activateDatasetVersion } from './activate-dataset-version.js';
import { addItemsToSplit } from './add-items-to-split.js';
import { bulkDatasetItems } from './bulk-dataset-items.js';
import { createAnnotation } from './create-annotation.js';
import { createDataset } from './create-dataset.js';
import { createDatasetItem } from './create-dataset-item.js';
import { createDatasetSplit } from './create-dataset-split.js';
import { createDatasetVersion } from './create-dataset-version.js';
import { createLabel } from './create-label.js';
import { deleteAnnotation } from './delete-annotation.js';
import { deleteDataset } from './delete-dataset.js';
import { deleteDatasetItem } from './delete-dataset-item.js';
import { deleteDatasetLogo } from './delete-dataset-logo.js';
import { deleteDatasetSplit } from './delete-dataset-split.js';
import { deleteDatasetVersion } from './delete-dataset-version.js';
import { deleteLabel } from './delete-label.js';
import { downloadDatasetItem } from './download-dataset-item.js';
import { getAnnotation } from './get-annotation.js';
import { getDataset } from './get-dataset.js';
import { getDatasetItem } from './get-dataset-item.js';
import { getDatasetLogo } from './get-dataset-logo.js';
import { getDatasetSplit } from './get-dataset-split.js';
import { getDatasetVersion } from './get-dataset-version.js';
import { getDatasetVersionById } from './get-dataset-version-by-id.js';
import { getLabel } from './get-label.js';
import { getMyUsage } from './get-my-usage.js';
import { getSplitStats } from './get-split-stats.js';
import { listAnnotations } from './list-annotations.js';
import { listDatasetHistory } from './list-dataset-history.js';
import { listDatasetItemHistory } from './list-dataset-item-history.js';
import { listDatasetItems } from './list-dataset-items.js';
import { listDatasetSplits } from './list-dataset-splits.js';
import { listDatasetVersionHistory } from './list-dataset-version-history.js';
import { listDatasetVersions } from './list-dataset-versions.js';
import { listDatasets } from './list-datasets.js';
import { listLabelStats } from './list-label-stats.js';
import { listLabels } from './list-labels.js';
import { listSplitsByVersionId } from './list-splits-by-version-id.js';
import { removeItemFromSplit } from './remove-item-from-split.js';
import { restoreDataset } from './restore-dataset.js';
import { restoreDatasetItem } from './restore-dataset-item.js';
import { restoreDatasetVersion } from './restore-dataset-version.js';
import { revertDataset } from './revert-dataset.js';
import { revertDatasetItem } from './revert-dataset-item.js';
import { revertDatasetVersion } from './revert-dataset-version.js';
import { updateAnnotation } from './update-annotation.js';
import { updateDataset } from './update-dataset.js';
import { updateDatasetItem } from './update-dataset-item.js';
import { updateDatasetSplit } from './update-dataset-split.js';
import { updateDatasetVersion } from './update-dataset-version.js';
import { updateLabel } from './update-label.js';
import { uploadDatasetItem } from './upload-dataset-item.js';
import { uploadDatasetLogo } from './upload-dataset-logo.js';

/** What answers the operations of datasets, but for imports and exports. */
export const datasetOwnHandlers: readonly AnyHandler[] = [
  activateDatasetVersion,
  addItemsToSplit,
  bulkDatasetItems,
  createAnnotation,
  createDataset,
  createDatasetItem,
  createDatasetSplit,
  createDatasetVersion,
  createLabel,
  deleteAnnotation,
  deleteDataset,
  deleteDatasetItem,
  deleteDatasetLogo,
  deleteDatasetSplit,
  deleteDatasetVersion,
  deleteLabel,
  downloadDatasetItem,
  getAnnotation,
  getDataset,
  getDatasetItem,
  getDatasetLogo,
  getDatasetSplit,
  getDatasetVersion,
  getDatasetVersionById,
  getLabel,
  getMyUsage,
  getSplitStats,
  listAnnotations,
  listDatasetHistory,
  listDatasetItemHistory,
  listDatasetItems,
  listDatasetSplits,
  listDatasetVersionHistory,
  listDatasetVersions,
  listDatasets,
  listLabelStats,
  listLabels,
  listSplitsByVersionId,
  removeItemFromSplit,
  restoreDataset,
  restoreDatasetItem,
  restoreDatasetVersion,
  revertDataset,
  revertDatasetItem,
  revertDatasetVersion,
  updateAnnotation,
  updateDataset,
  updateDatasetItem,
  updateDatasetSplit,
  updateDatasetVersion,
  updateLabel,
  uploadDatasetItem,
  uploadDatasetLogo,
];
