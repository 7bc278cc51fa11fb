import { Type } from '@sinclair/typebox';
import { OfDeleted } from '../../kit/deleted-filter.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, madeFile, ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { Job } from '../../work/job.js';
import { exampleSplit, exampleVersion } from '../examples.js';
import {
  DatasetSplit,
  DatasetVersion,
  DatasetVersionChanges,
  DatasetVersionCopyInput,
  DatasetVersionInput,
} from '../version.js';
import { formatDescription } from './import-export.js';
import { DatasetParams, IdParams, VersionParams, versionPath, versionsPath } from './paths.js';

const tag = 'Dataset versions';
const DownloadQuery = Type.Object({
  format: Type.Optional(Type.String({ maxLength: 40, default: 'jsonl', description: formatDescription })),
});

export const listDatasetVersions = operation({
  id: 'listDatasetVersions',
  tag,
  summary: 'List the versions of a dataset',
  method: 'GET',
  path: versionsPath,
  access: 'datasets:read',
  params: DatasetParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'name'],
    defaultSort: '-created_at',
    lastingSort: ['created_at'],
    filters: {
      q: searchFilter(),
      name: Type.String({ maxLength: 200 }),
      deleted: OfDeleted,
      from: Time,
      to: Time,
    },
  },
  replies: ok('Versions without their labels and splits.', Type.Array(DatasetVersion)),
  errors: ['forbidden'],
  example: { reply: [exampleVersion] },
});

export const createDatasetVersion = operation({
  id: 'createDatasetVersion',
  tag,
  summary: 'Create a version of a dataset',
  description:
    'Takes `labels` and `splits` along. A version without a name is named by the next number. It holds at most ' +
    '10,000 labels and 1,000 splits, with its config 4 MB of them.',
  method: 'POST',
  path: versionsPath,
  access: 'datasets:write',
  params: DatasetParams,
  etag: true,
  body: DatasetVersionInput,
  bodyLimit: 'configured',
  bodyOptional: true,
  replies: created('The version.', DatasetVersion),
  errors: [
    'forbidden',
    'label_name_taken',
    'label_number_taken',
    'split_name_taken',
    'foreign_label',
    'version_too_large',
  ],
  example: {
    body: { name: 'cleaned', labels: [{ name: 'puffin', color: '#e4572e' }], splits: [{ name: 'train' }] },
    reply: { ...exampleVersion, name: 'cleaned' },
  },
});

export const getDatasetVersion = operation({
  id: 'getDatasetVersion',
  tag,
  summary: 'Read a version of a dataset',
  method: 'GET',
  path: versionPath,
  access: 'datasets:read',
  params: VersionParams,
  etag: true,
  timeTravel: true,
  stream: 'datasetVersion',
  replies: ok('The version with its labels and splits.', DatasetVersion),
  example: { reply: exampleVersion },
});

export const updateDatasetVersion = operation({
  id: 'updateDatasetVersion',
  tag,
  summary: 'Change a version of a dataset',
  description: 'Labels and splits have operations of their own and are ignored here.',
  method: 'PUT',
  path: versionPath,
  access: 'datasets:write',
  params: VersionParams,
  etag: true,
  body: DatasetVersionChanges,
  bodyLimit: 'configured',
  replies: ok('The version as it is now.', DatasetVersion),
  errors: ['forbidden', 'foreign_split', 'version_too_large'],
  example: {
    body: { description: 'Blurred ones removed' },
    reply: { ...exampleVersion, description: 'Blurred ones removed' },
  },
});

export const deleteDatasetVersion = operation({
  id: 'deleteDatasetVersion',
  tag,
  summary: 'Delete a version of a dataset',
  description: 'Can be restored for 30 days.',
  method: 'DELETE',
  path: versionPath,
  access: 'datasets:delete',
  params: VersionParams,
  etag: true,
  replies: deleted('The version', DatasetVersion),
  errors: ['forbidden', 'conflict'],
  example: { reply: exampleVersion },
});

export const duplicateDatasetVersion = operation({
  id: 'duplicateDatasetVersion',
  tag,
  summary: 'Duplicate a version of a dataset',
  description:
    'The copy is made from the version as it is at the request, and is visible when it is complete.',
  method: 'POST',
  path: `${versionPath}/new`,
  access: 'datasets:write',
  params: VersionParams,
  etag: true,
  durableWork: true,
  body: DatasetVersionCopyInput,
  bodyLimit: 'configured',
  bodyOptional: true,
  replies: {
    ...created('The copy.', DatasetVersion),
    202: { description: 'The copy is being made; `Location` is its job.', schema: Job },
  },
  errors: [
    'forbidden',
    'version_too_large',
    'multi_label_violation',
    'job_cancelled',
    'requester_unavailable',
  ],
  example: { body: { name: 'cleaned' }, reply: { ...exampleVersion, name: 'cleaned' } },
});

export const downloadDatasetVersion = operation({
  id: 'downloadDatasetVersion',
  tag,
  summary: 'Download a version with its files',
  method: 'GET',
  path: `${versionPath}/download`,
  access: 'datasets:read',
  params: VersionParams,
  query: DownloadQuery,
  timeTravel: 'as_of',
  replies: madeFile('A zip, or the one file that the format is.'),
  errors: ['format_unknown'],
});

export const downloadDatasetSplit = operation({
  id: 'downloadDatasetSplit',
  tag,
  summary: 'Download one split of a version with its files',
  method: 'GET',
  path: `${versionPath}/download/{split_id}`,
  access: 'datasets:read',
  params: Type.Object({ dataset_id: Uuid, id: Uuid, split_id: Uuid }),
  query: DownloadQuery,
  timeTravel: 'as_of',
  replies: madeFile('A zip, or the one file that the format is.'),
  errors: ['format_unknown'],
});

export const getDatasetVersionById = operation({
  id: 'getDatasetVersionById',
  tag,
  summary: 'Read a version by its id alone',
  method: 'GET',
  path: '/api/v1/datasetversions/{id}',
  access: 'datasets:read',
  params: IdParams,
  etag: true,
  timeTravel: true,
  stream: 'datasetVersion',
  replies: ok('The version with its labels and splits.', DatasetVersion),
  example: { reply: exampleVersion },
});

export const listSplitsByVersionId = operation({
  id: 'listSplitsByVersionId',
  tag,
  summary: 'List the splits of a version by its id alone',
  method: 'GET',
  path: '/api/v1/dataset-versions/{id}/splits',
  access: 'datasets:read',
  params: IdParams,
  timeTravel: true,
  list: { sort: ['created_at', 'name', 'updated_at'], defaultSort: 'created_at', filters: {} },
  replies: ok('The splits.', Type.Array(DatasetSplit)),
  example: { reply: [exampleSplit] },
});
