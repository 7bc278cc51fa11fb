import { historyOperations } from '../../assets/operations.js';
import { exampleItem, exampleVersion } from '../examples.js';
import { DatasetItem } from '../item.js';
import { DatasetVersion } from '../version.js';
import { InVersionIdParams, VersionParams, versionBase, versionPath } from './paths.js';

/** What brings classifications back may not where the dataset allows one an item (SPEC-5). */
const ofVersion = historyOperations({
  noun: 'DatasetVersion',
  called: 'version',
  tag: 'Dataset versions',
  resource: 'datasets',
  path: versionPath,
  params: VersionParams,
  record: DatasetVersion,
  example: exampleVersion,
  past: {
    asset: 'dataset',
    parts: ', its labels or its splits',
    restoreErrors: ['multi_label_violation'],
    revertErrors: ['multi_label_violation', 'version_too_large'],
  },
});
export const listDatasetVersionHistory = ofVersion.history;
export const restoreDatasetVersion = ofVersion.restore;
export const revertDatasetVersion = ofVersion.revert;

const ofItem = historyOperations({
  noun: 'DatasetItem',
  called: 'item',
  tag: 'Dataset items',
  resource: 'datasets',
  path: `${versionBase}/items/{id}`,
  params: InVersionIdParams,
  record: DatasetItem,
  example: exampleItem,
  past: {
    asset: 'dataset',
    parts: ' or its annotations',
    restoredBy: 'write',
    restoreErrors: ['multi_label_violation'],
    revertErrors: ['multi_label_violation'],
  },
});
export const listDatasetItemHistory = ofItem.history;
export const restoreDatasetItem = ofItem.restore;
export const revertDatasetItem = ofItem.revert;
