import { shareOperations } from '../../assets/sharing.js';
import { transferOperation } from '../../assets/transfer.js';
import { datasetDescribed } from './described.js';

const its = shareOperations(datasetDescribed);
export const listDatasetShares = its.list;
export const getDatasetShare = its.get;
export const createDatasetShare = its.create;
export const updateDatasetShare = its.update;
export const deleteDatasetShare = its.remove;
export const explainDatasetAccess = its.explain;

export const transferDataset = transferOperation(datasetDescribed);
