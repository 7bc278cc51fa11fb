import type { AnyHandler } from '../handler.js';
import * as annotations from './annotations.js';
import * as datasets from './datasets.js';
import * as items from './items.js';
import * as labels from './labels.js';
import { datasetSharingHandlers } from './sharing.js';
import * as splits from './splits.js';
import { transferHandlers } from './transfer/index.js';
import * as usage from './usage.js';
import * as versions from './versions.js';

/** What answers the operations of datasets. */
export const datasetHandlers: readonly AnyHandler[] = [
  ...[datasets, versions, splits, labels, items, annotations, usage].flatMap((resource) =>
    Object.values<AnyHandler>(resource),
  ),
  ...datasetSharingHandlers,
  ...transferHandlers,
];
