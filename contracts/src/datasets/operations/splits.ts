import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { exampleItem, exampleLabelStat, exampleSplit } from '../examples.js';
import { exampleInference } from '../../models/examples.js';
import { AddInference, AddInferenceInput, DatasetItem, SplitItemsReply, SplitItemsRequest } from '../item.js';
import { LabelStat } from '../label.js';
import { DatasetSplit, DatasetSplitChanges, DatasetSplitInput } from '../version.js';
import {
  InVersionIdParams,
  InVersionParams,
  InVersionSplitParams,
  splitItemPath,
  SplitItemParams,
  versionBase,
} from './paths.js';

const tag = 'Dataset splits and label statistics';
const splitsPath = `${versionBase}/splits` as const;
const splitPath = `${versionBase}/splits/{id}` as const;

export const listDatasetSplits = operation({
  id: 'listDatasetSplits',
  tag,
  summary: 'List the splits of a version',
  method: 'GET',
  path: splitsPath,
  access: 'datasets:read',
  params: InVersionParams,
  timeTravel: true,
  list: { sort: ['created_at', 'name', 'updated_at'], defaultSort: 'created_at', filters: {} },
  replies: ok('The splits.', Type.Array(DatasetSplit)),
  example: { reply: [exampleSplit] },
});

export const createDatasetSplit = operation({
  id: 'createDatasetSplit',
  tag,
  summary: 'Create a split',
  method: 'POST',
  path: splitsPath,
  access: 'datasets:write',
  params: InVersionParams,
  etag: true,
  body: DatasetSplitInput,
  bodyLimit: 'configured',
  replies: created('The split.', DatasetSplit),
  errors: ['forbidden', 'split_name_taken', 'version_too_large'],
  example: { body: { name: 'holdout' }, reply: { ...exampleSplit, name: 'holdout' } },
});

export const getDatasetSplit = operation({
  id: 'getDatasetSplit',
  tag,
  summary: 'Read a split',
  method: 'GET',
  path: splitPath,
  access: 'datasets:read',
  params: InVersionIdParams,
  etag: true,
  replies: ok('The split. Its `ETag` is that of the version.', DatasetSplit),
  example: { reply: exampleSplit },
});

export const updateDatasetSplit = operation({
  id: 'updateDatasetSplit',
  tag,
  summary: 'Change a split',
  method: 'PUT',
  path: splitPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  body: DatasetSplitChanges,
  bodyLimit: 'configured',
  replies: ok('The split as it is now.', DatasetSplit),
  errors: ['forbidden', 'split_name_taken', 'version_too_large'],
  example: { body: { name: 'training' }, reply: { ...exampleSplit, name: 'training' } },
});

export const deleteDatasetSplit = operation({
  id: 'deleteDatasetSplit',
  tag,
  summary: 'Delete a split',
  description: 'Removes the grouping; its items stay in the version.',
  method: 'DELETE',
  path: splitPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  replies: deleted('The split', DatasetSplit),
  errors: ['forbidden'],
  example: { reply: exampleSplit },
});

export const addItemsToSplit = operation({
  id: 'addItemsToSplit',
  tag,
  summary: 'Put items into a split',
  description: '`If-Match` is of the version.',
  method: 'POST',
  path: `${splitPath}/items`,
  access: 'datasets:write',
  params: InVersionIdParams,
  ifMatch: true,
  body: SplitItemsRequest,
  bodyLimit: 'configured',
  takesLong: true,
  replies: ok('How many were put into the split, and which could not be.', SplitItemsReply),
  errors: ['forbidden'],
  example: { body: { item_ids: [exampleItem.id] }, reply: { added: 1, unchanged: 0, errors: [] } },
});

const exampleInferences = { keep_annotations: true, inferences: [{ id: exampleInference.id }] };

export const addInferences = operation({
  id: 'addInferences',
  tag,
  summary: 'Make items of inferences',
  description:
    'One item an inference that you may read, in the split: of the text, or the file, that the model was asked about. With ' +
    '`keep_annotations` its answers become annotations: of classifications the best, and all others. Labels that the version ' +
    'lacks are made, at most 1,000 in a version, but none that somebody deleted. Doing it again adds nothing. `If-Match` is of the version.',
  method: 'POST',
  path: `${splitPath}/add_inferences`,
  access: 'datasets:write',
  params: InVersionIdParams,
  ifMatch: true,
  body: AddInferenceInput,
  bodyLimit: 'configured',
  takesLong: true,
  replies: ok('How many became items of the split, and which could not.', AddInference),
  errors: ['forbidden', 'version_too_large', 'input_not_kept'],
  example: {
    body: exampleInferences,
    reply: { ...exampleInferences, added: 1, unchanged: 0, errors: [] },
  },
});

export const removeItemFromSplit = operation({
  id: 'removeItemFromSplit',
  tag: 'Dataset items',
  summary: 'Take an item out of a split',
  description: 'Out of its last split, the item is deleted.',
  method: 'DELETE',
  path: splitItemPath,
  access: 'datasets:write',
  params: SplitItemParams,
  etag: true,
  replies: ok('The item with the splits that it is still in.', DatasetItem),
  errors: ['forbidden'],
  example: { reply: { ...exampleItem, splits: [] } },
});

export const listLabelStats = operation({
  id: 'listLabelStats',
  tag,
  summary: 'Count items and annotations of a split by label',
  method: 'GET',
  path: `${versionBase}/labels/splits/{split_id}`,
  access: 'datasets:read',
  params: InVersionSplitParams,
  list: {
    sort: ['created_at', 'count', 'annotation_count', 'item_count'],
    defaultSort: 'created_at',
    filters: {},
  },
  replies: ok('One statistic for each label of the version, also at zero.', Type.Array(LabelStat)),
  example: { reply: [exampleLabelStat] },
});

export const getSplitStats = operation({
  id: 'getSplitStats',
  tag,
  summary: 'Count items and annotations of a split',
  method: 'GET',
  path: `${versionBase}/labels/stats/splits/{split_id}`,
  access: 'datasets:read',
  params: InVersionSplitParams,
  replies: ok('The statistic of the whole split, with an empty `label_id`.', LabelStat),
  example: { reply: { ...exampleLabelStat, label_id: '' } },
});
