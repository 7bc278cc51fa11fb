import { byId } from '../../kit/named.js';
import { dataset } from '../asset.js';

export const {
  listDatasets,
  createDataset,
  getDataset,
  updateDataset,
  deleteDataset,
  activateDatasetVersion,
  transferDataset,
  listDatasetHistory,
  restoreDataset,
  revertDataset,
  getDatasetLogo,
  uploadDatasetLogo,
  deleteDatasetLogo,
  listDatasetShares,
  getDatasetShare,
  createDatasetShare,
  updateDatasetShare,
  deleteDatasetShare,
  explainDatasetAccess,
} = byId(dataset.operations);
