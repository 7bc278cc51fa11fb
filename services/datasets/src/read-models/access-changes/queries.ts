import { datasetReads } from '../datasets/reads.js';
import { DATASET_ACCESS_CHANGES } from './project.js';

/** What access reviews read of datasets. */
export const datasetAccessChanges = {
  called: 'dataset',
  collection: DATASET_ACCESS_CHANGES,
  namesOf: datasetReads.namesOf,
} as const;
