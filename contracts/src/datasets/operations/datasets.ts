import { Type } from '@sinclair/typebox';
import { assetList, logoOperations } from '../../assets/operations.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { Dataset, DatasetChanges, DatasetInput } from '../dataset.js';
import { exampleDataset } from '../examples.js';
import { datasetDescribed } from './described.js';
import { datasetPath, IdParams } from './paths.js';

const tag = 'Datasets';

export const listDatasets = operation({
  id: 'listDatasets',
  tag,
  summary: 'List the datasets you may see',
  method: 'GET',
  path: '/api/v1/datasets',
  access: 'datasets:read',
  timeTravel: true,
  list: assetList,
  replies: ok('Datasets; their versions stand without labels and splits.', Type.Array(Dataset)),
  example: { reply: [exampleDataset] },
});

export const createDataset = operation({
  id: 'createDataset',
  tag,
  summary: 'Create a dataset',
  description:
    'Makes version `1` with it, active. With `default_splits` the version has train, validation and test. ' +
    '`history_from` can be no time that has not come; what is new has no history before it.',
  method: 'POST',
  path: '/api/v1/datasets',
  access: 'datasets:write',
  etag: true,
  showsHistory: true,
  body: DatasetInput,
  bodyLimit: 'configured',
  replies: created('The dataset with its first version.', Dataset),
  errors: [
    'forbidden',
    'visibility_contradiction',
    'visibility_without_scope',
    'in_future',
    'group_unavailable',
    'project_elsewhere',
  ],
  example: {
    body: {
      name: 'Sea birds',
      description: 'Photographs from the cliff camera',
      content_type: 'image',
      default_splits: true,
    },
    reply: exampleDataset,
  },
});

export const getDataset = operation({
  id: 'getDataset',
  tag,
  summary: 'Read a dataset',
  method: 'GET',
  path: datasetPath,
  access: 'datasets:read',
  params: IdParams,
  etag: true,
  timeTravel: true,
  stream: 'dataset',
  replies: ok('The dataset with its versions whole.', Dataset),
  example: { reply: exampleDataset },
});

export const updateDataset = operation({
  id: 'updateDataset',
  tag,
  summary: 'Change a dataset',
  description:
    'Fields that are sent are set, others stay, `null` clears. Showing a dataset to others shows them its whole ' +
    'history; with `history_from` (`now` or a time) who may not write it sees nothing of what was before: neither ' +
    'by `as_of` and `revision` nor in histories. Only who may share the dataset sets it. A write that says who ' +
    'sees the dataset answers with `X-History-Visible-From`.',
  method: 'PUT',
  path: datasetPath,
  access: 'datasets:write',
  params: IdParams,
  etag: true,
  showsHistory: true,
  body: DatasetChanges,
  bodyLimit: 'configured',
  replies: ok('The dataset as it is now.', Dataset),
  errors: [
    'forbidden',
    'foreign_version',
    'visibility_contradiction',
    'visibility_without_scope',
    'multi_label_violation',
    'group_unavailable',
    'project_elsewhere',
    'recipient_unavailable',
    'in_future',
  ],
  example: {
    body: { name: 'Sea birds of the north' },
    reply: { ...exampleDataset, name: 'Sea birds of the north' },
  },
});

export const deleteDataset = operation({
  id: 'deleteDataset',
  tag,
  summary: 'Delete a dataset',
  description: 'Can be restored for 30 days.',
  method: 'DELETE',
  path: datasetPath,
  access: 'datasets:delete',
  params: IdParams,
  etag: true,
  replies: deleted('The dataset', Dataset),
  errors: ['forbidden'],
  example: { reply: exampleDataset },
});

const logo = logoOperations(datasetDescribed);
export const getDatasetLogo = logo.get;
export const uploadDatasetLogo = logo.upload;
export const deleteDatasetLogo = logo.remove;

export const activateDatasetVersion = operation({
  id: 'activateDatasetVersion',
  tag,
  summary: 'Make a version the active one',
  method: 'POST',
  path: '/api/v1/datasets/{id}/versions/{version_id}/activate',
  access: 'datasets:write',
  params: Type.Object({ id: Uuid, version_id: Uuid }),
  etag: true,
  replies: ok('The dataset as it is now.', Dataset),
  errors: ['forbidden'],
  example: { reply: exampleDataset },
});
