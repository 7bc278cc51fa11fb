import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { exampleHistoryEntry } from '../../platform/examples.js';
import { HistoryEntry, RevertRequest } from '../../platform/resources.js';
import { Dataset } from '../dataset.js';
import { exampleDataset, exampleItem, exampleVersion } from '../examples.js';
import { DatasetItem } from '../item.js';
import { DatasetVersion } from '../version.js';
import {
  datasetPath,
  IdParams,
  InVersionIdParams,
  VersionParams,
  versionBase,
  versionPath,
} from './paths.js';

const itemPath = `${versionBase}/items/{id}` as const;

/** What the history of every asset, version and item has alike (decisions, section 7, 8). */
const history = {
  method: 'GET',
  access: 'datasets:read',
  timeTravel: true,
  list: { sort: ['revision'], defaultSort: 'revision', filters: {} },
  description:
    'Begins at the `history_from` of the dataset for who may not write it; what was at that very time is told ' +
    'without the values before.',
  replies: ok(
    'One entry for each event: who, when, by which command, what changed.',
    Type.Array(HistoryEntry),
  ),
  example: { reply: [exampleHistoryEntry] },
} as const;
const restore = {
  method: 'POST',
  access: 'datasets:delete',
  etag: true,
  description: 'Within 30 days after the deletion.',
  errors: ['forbidden', 'not_deleted', 'purged'],
} as const;
const revert = {
  method: 'POST',
  access: 'datasets:write',
  etag: true,
  description:
    'Appends the inverse of that one event; the history keeps both. Events that one request made together and that ' +
    'do not stand alone (another text and the spans in it) are undone together.',
  body: RevertRequest,
  errors: ['forbidden', 'not_revertible', 'purged'],
} as const;
/** What brings classifications back may not where the dataset allows one an item (decisions, section 7, 5). */
const restoreErrors = [...restore.errors, 'multi_label_violation'] as const;
const revertErrors = [...revert.errors, 'multi_label_violation'] as const;
const revertVersionErrors = [...revertErrors, 'version_too_large'] as const;
const revertExample = { revision: 1 } as const;

export const listDatasetHistory = operation({
  ...history,
  id: 'listDatasetHistory',
  tag: 'Datasets',
  summary: 'Read the history of a dataset',
  path: `${datasetPath}/history`,
  params: IdParams,
});

export const restoreDataset = operation({
  ...restore,
  showsHistory: true,
  id: 'restoreDataset',
  tag: 'Datasets',
  summary: 'Bring a deleted dataset back',
  path: `${datasetPath}/restore`,
  params: IdParams,
  replies: ok('The dataset as it is now.', Dataset),
  example: { reply: exampleDataset },
});

export const revertDataset = operation({
  ...revert,
  showsHistory: true,
  id: 'revertDataset',
  tag: 'Datasets',
  summary: 'Undo one change of a dataset',
  path: `${datasetPath}/revert`,
  params: IdParams,
  replies: ok('The dataset as it is now.', Dataset),
  example: { body: revertExample, reply: exampleDataset },
});

export const listDatasetVersionHistory = operation({
  ...history,
  id: 'listDatasetVersionHistory',
  tag: 'Dataset versions',
  summary: 'Read the history of a version',
  path: `${versionPath}/history`,
  params: VersionParams,
});

export const restoreDatasetVersion = operation({
  ...restore,
  errors: restoreErrors,
  id: 'restoreDatasetVersion',
  tag: 'Dataset versions',
  summary: 'Bring a deleted version back',
  path: `${versionPath}/restore`,
  params: VersionParams,
  replies: ok('The version as it is now.', DatasetVersion),
  example: { reply: exampleVersion },
});

export const revertDatasetVersion = operation({
  ...revert,
  errors: revertVersionErrors,
  id: 'revertDatasetVersion',
  tag: 'Dataset versions',
  summary: 'Undo one change of a version, its labels or its splits',
  path: `${versionPath}/revert`,
  params: VersionParams,
  replies: ok('The version as it is now.', DatasetVersion),
  example: { body: revertExample, reply: exampleVersion },
});

export const listDatasetItemHistory = operation({
  ...history,
  id: 'listDatasetItemHistory',
  tag: 'Dataset items',
  summary: 'Read the history of an item',
  path: `${itemPath}/history`,
  params: InVersionIdParams,
});

export const restoreDatasetItem = operation({
  ...restore,
  errors: restoreErrors,
  id: 'restoreDatasetItem',
  access: 'datasets:write',
  tag: 'Dataset items',
  summary: 'Bring a deleted item back',
  path: `${itemPath}/restore`,
  params: InVersionIdParams,
  replies: ok('The item as it is now.', DatasetItem),
  example: { reply: exampleItem },
});

export const revertDatasetItem = operation({
  ...revert,
  errors: revertErrors,
  id: 'revertDatasetItem',
  tag: 'Dataset items',
  summary: 'Undo one change of an item or its annotations',
  path: `${itemPath}/revert`,
  params: InVersionIdParams,
  replies: ok('The item as it is now.', DatasetItem),
  example: { body: revertExample, reply: exampleItem },
});
