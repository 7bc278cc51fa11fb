import { Dataset } from '../dataset.js';
import { exampleDataset } from '../examples.js';
import { datasetPath, IdParams } from './paths.js';

/** What the operations that every asset has are made of. */
export const datasetDescribed = {
  noun: 'Dataset',
  called: 'dataset',
  tag: 'Datasets',
  resource: 'datasets',
  path: datasetPath,
  params: IdParams,
  record: Dataset,
  example: exampleDataset,
} as const;
