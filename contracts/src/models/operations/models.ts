import { Type } from '@sinclair/typebox';
import { assetList, logoOperations } from '../../assets/operations.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { exampleModel } from '../examples.js';
import { Model, ModelChanges, ModelInput } from '../model.js';
import { modelDescribed, tag } from './described.js';
import { IdParams, modelPath, OfVersionParams, ofVersionPath } from './paths.js';

export const listModels = operation({
  id: 'listModels',
  tag,
  summary: 'List the models you may see',
  method: 'GET',
  path: '/api/v1/models',
  access: 'models:read',
  timeTravel: true,
  list: {
    ...assetList,
    filters: {
      ...assetList.filters,
      kind: Type.String({ maxLength: 100 }),
    },
  },
  replies: ok('Models; what they have is said of their active versions.', Type.Array(Model)),
  example: { reply: [exampleModel] },
});

export const createModel = operation({
  id: 'createModel',
  tag,
  summary: 'Register a model',
  description:
    'It has no version: the first upload makes version 1 and activates it, and so does the first version that is ' +
    'created. `config` is JSON (formats, section 2); `application_id` names an application that is not disabled.',
  method: 'POST',
  path: '/api/v1/models',
  access: 'models:write',
  etag: true,
  showsHistory: true,
  body: ModelInput,
  bodyLimit: 'configured',
  replies: created('The model.', Model),
  errors: [
    'forbidden',
    'application_unavailable',
    'visibility_contradiction',
    'visibility_without_scope',
    'in_future',
    'group_unavailable',
    'project_elsewhere',
  ],
  example: {
    body: {
      name: 'Sea birds',
      description: 'Tells puffins from razorbills',
      kind: 'image-classification',
      config: { task: 'image-classification' },
    },
    reply: exampleModel,
  },
});

export const getModel = operation({
  id: 'getModel',
  tag,
  summary: 'Read a model',
  method: 'GET',
  path: modelPath,
  access: 'models:read',
  params: IdParams,
  etag: true,
  timeTravel: true,
  stream: 'model',
  replies: ok('The model; what it has is said of its active version.', Model),
  example: { reply: exampleModel },
});

export const updateModel = operation({
  id: 'updateModel',
  tag,
  summary: 'Change a model',
  description:
    'Fields that are sent are set, others stay, `null` clears. `active_version_id` makes a version of the model the ' +
    'active one, as `activate` does. Only who may share the model says who sees it, and from when on its history ' +
    '(`history_from`); such a write answers with `X-History-Visible-From`.',
  method: 'PUT',
  path: modelPath,
  access: 'models:write',
  params: IdParams,
  etag: true,
  showsHistory: true,
  body: ModelChanges,
  bodyLimit: 'configured',
  replies: ok('The model as it is now.', Model),
  errors: [
    'forbidden',
    'foreign_version',
    'application_unavailable',
    'visibility_contradiction',
    'visibility_without_scope',
    'group_unavailable',
    'project_elsewhere',
    'recipient_unavailable',
    'in_future',
  ],
  example: {
    body: { name: 'Sea birds of the north' },
    reply: { ...exampleModel, name: 'Sea birds of the north' },
  },
});

export const deleteModel = operation({
  id: 'deleteModel',
  tag,
  summary: 'Delete a model',
  description: 'Can be restored for 30 days.',
  method: 'DELETE',
  path: modelPath,
  access: 'models:delete',
  params: IdParams,
  etag: true,
  replies: deleted('The model', Model),
  errors: ['forbidden'],
  example: { reply: exampleModel },
});

const logo = logoOperations({ ...modelDescribed, logoUpload: '/logo' });
export const getModelLogo = logo.get;
export const uploadModelLogo = logo.upload;
export const deleteModelLogo = logo.remove;

export const activateModelVersion = operation({
  id: 'activateModelVersion',
  tag,
  summary: 'Make a version the active one',
  description: 'What the model is said to have, and what runs it, is that version from then on.',
  method: 'POST',
  path: `${ofVersionPath}/activate`,
  access: 'models:write',
  params: OfVersionParams,
  etag: true,
  replies: ok('The model as it is now.', Model),
  errors: ['forbidden'],
  example: { reply: exampleModel },
});
