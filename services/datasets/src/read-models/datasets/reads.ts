import { assetReads } from '@cairn/assets';
import { dataset, datasetName } from '../../domain/dataset/state.js';
import type { DatasetDocument } from '../documents.js';
import { DATASET_SHARES, DATASETS, datasetsProjection } from './project.js';

/** How datasets are read. */
export const datasetReads = assetReads<DatasetDocument>({
  ...datasetName,
  category: dataset.category,
  collection: DATASETS,
  shares: DATASET_SHARES,
  projection: datasetsProjection,
});
