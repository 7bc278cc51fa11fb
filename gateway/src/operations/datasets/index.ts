import { datasets } from '@cairn/datasets';
import type { AnyHandler } from '../../call/handler.js';
import { assetHandlers } from '../assets/handlers.js';
import * as annotations from './annotations.js';
import * as items from './items.js';
import * as labels from './labels.js';
import { postProcessorHandlers } from './post-processors.js';
import * as splits from './splits.js';
import * as downloads from './transfer/download-dataset.js';
import * as duplicates from './transfer/duplicate-dataset-version.js';
import * as imports from './transfer/import-dataset.js';
import * as versions from './versions.js';

const resources = [...[versions, splits, labels, items, annotations], ...[imports, duplicates, downloads]];

/** What answers the operations of datasets, imports, duplicates and exports. */
export const datasetHandlers: readonly AnyHandler[] = [
  ...resources.flatMap((resource) => Object.values<AnyHandler>(resource)),
  ...postProcessorHandlers,
  ...assetHandlers(datasets),
];
