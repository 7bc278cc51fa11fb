import { Type } from '@sinclair/typebox';
import { OfDeleted } from '../../kit/deleted-filter.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { Alias } from '../alias.js';
import { exampleModelVersion } from '../examples.js';
import { ModelVersion, ModelVersionChanges, ModelVersionInput } from '../version.js';
import { ModelParams, VersionParams, versionPath, versionsPath, tag } from './paths.js';

const { metrics: _, ...listed } = exampleModelVersion;

export const listModelVersions = operation({
  id: 'listModelVersions',
  tag,
  summary: 'List the versions of a model',
  method: 'GET',
  path: versionsPath,
  access: 'models:read',
  params: ModelParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'name'],
    sortByName: {
      prefix: 'metric:',
      description:
        '`metric:` and a name: by the latest value of that metric; versions without it come last, newest first.',
    },
    defaultSort: '-created_at',
    lastingSort: ['created_at'],
    filters: {
      q: searchFilter(),
      name: Type.String({ maxLength: 200 }),
      alias: Alias,
      tag: Type.String({ maxLength: 200, description: 'A tag and its value: `optimizer:adam`.' }),
      deleted: OfDeleted,
      from: Time,
      to: Time,
    },
  },
  replies: ok('Versions without their metrics.', Type.Array(ModelVersion)),
  errors: ['forbidden'],
  example: { reply: [listed] },
});

export const createModelVersion = operation({
  id: 'createModelVersion',
  tag,
  summary: 'Create a version of a model',
  description:
    'Its number is the next one. The first version of a model is active; others are activated by `activate`. ' +
    'Without a `config` it is run by that of its model, as it is then; without an `application_id` it is of the ' +
    'application of its model. ' +
    'A dataset or a version of one that it names must be one that you may read; the position of the log is kept, so ' +
    'that it can be read as it was. `If-Match` speaks of the model.',
  method: 'POST',
  path: versionsPath,
  access: 'models:write',
  params: ModelParams,
  etag: true,
  body: ModelVersionInput,
  bodyLimit: 'configured',
  bodyOptional: true,
  replies: created('The version.', ModelVersion),
  errors: ['forbidden', 'application_unavailable', 'dataset_unavailable', 'use_secret'],
  example: {
    body: { name: 'cliff camera, March', version: '1' },
    reply: exampleModelVersion,
  },
});

export const getModelVersion = operation({
  id: 'getModelVersion',
  tag,
  summary: 'Read a version of a model',
  method: 'GET',
  path: versionPath,
  access: 'models:read',
  params: VersionParams,
  etag: true,
  timeTravel: true,
  stream: 'modelVersion',
  replies: ok('The version with the latest of its metrics.', ModelVersion),
  example: { reply: exampleModelVersion },
});

export const updateModelVersion = operation({
  id: 'updateModelVersion',
  tag,
  summary: 'Change a version of a model',
  method: 'PUT',
  path: versionPath,
  access: 'models:write',
  params: VersionParams,
  etag: true,
  body: ModelVersionChanges,
  bodyLimit: 'configured',
  replies: ok('The version as it is now.', ModelVersion),
  errors: ['forbidden', 'application_unavailable', 'dataset_unavailable', 'use_secret'],
  example: {
    body: { description: 'Blurred pictures left out' },
    reply: { ...exampleModelVersion, description: 'Blurred pictures left out' },
  },
});

export const deleteModelVersion = operation({
  id: 'deleteModelVersion',
  tag,
  summary: 'Delete a version of a model',
  description:
    'Neither the active one nor one that has an alias. Can be restored for 30 days; its number is given to no other.',
  method: 'DELETE',
  path: versionPath,
  access: 'models:delete',
  params: VersionParams,
  etag: true,
  replies: deleted('The version', ModelVersion),
  errors: ['forbidden', 'version_active', 'version_aliased'],
  example: { reply: exampleModelVersion },
});
