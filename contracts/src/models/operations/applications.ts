import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { historyOperation } from '../../platform/history.js';
import { AdminApplicationDetail, Application, ApplicationChanges, ApplicationInput } from '../application.js';
import { exampleApplication } from '../examples.js';

const administration = 'Administration';
const applicationsPath = '/admin/applications';
const applicationPath = `${applicationsPath}/{id}` as const;
const IdParams = Type.Object({ id: Uuid });
const listed = {
  sort: ['created_at', 'updated_at', 'name'],
  defaultSort: 'created_at',
  lastingSort: ['created_at'],
} as const;
const search = searchFilter();

export const listApplications = operation({
  id: 'listApplications',
  tag: 'Models and model versions',
  summary: 'List the applications that a model can be of',
  description: 'Those that are not disabled.',
  method: 'GET',
  path: '/api/v1/applications',
  access: 'models:read',
  timeTravel: true,
  list: { ...listed, filters: { q: search } },
  replies: ok('The applications.', Type.Array(Application)),
  example: { reply: [exampleApplication] },
});

export const listAllApplications = operation({
  id: 'listAllApplications',
  tag: administration,
  summary: 'List all applications',
  method: 'GET',
  path: applicationsPath,
  access: 'administrator',
  timeTravel: true,
  list: { ...listed, filters: { q: search, disabled: Type.Boolean() } },
  replies: ok('The applications, disabled ones too.', Type.Array(Application)),
  example: { reply: [exampleApplication] },
});

export const createApplication = operation({
  id: 'createApplication',
  tag: administration,
  summary: 'Add an application that models can be of',
  method: 'POST',
  path: applicationsPath,
  access: 'administrator',
  etag: true,
  body: ApplicationInput,
  bodyLimit: 'configured',
  replies: created('The application.', Application),
  example: {
    body: { name: 'text classifier', framework: 'onnxruntime', framework_version: '1.23' },
    reply: exampleApplication,
  },
});

export const updateApplication = operation({
  id: 'updateApplication',
  tag: administration,
  summary: 'Change an application',
  description: 'The body names it by `id`. Fields that are absent stay as they are.',
  method: 'PUT',
  path: applicationsPath,
  access: 'administrator',
  etag: true,
  body: ApplicationChanges,
  bodyLimit: 'configured',
  replies: ok('The application as it is now.', Application),
  errors: ['not_found'],
  example: {
    body: { id: exampleApplication.id, disabled: true },
    reply: { ...exampleApplication, disabled: true },
  },
});

export const getApplication = operation({
  id: 'getApplication',
  tag: administration,
  summary: 'Read an application and who has models of it',
  method: 'GET',
  path: applicationPath,
  access: 'administrator',
  params: IdParams,
  timeTravel: true,
  stream: 'application',
  etag: true,
  replies: ok('The application.', AdminApplicationDetail),
  example: { reply: { ...exampleApplication, user_info: [] } },
});

export const deleteApplication = operation({
  id: 'deleteApplication',
  tag: administration,
  summary: 'Delete an application',
  description: 'It is offered no more. Models that have it keep it; it can be restored at any time.',
  method: 'DELETE',
  path: applicationPath,
  access: 'administrator',
  params: IdParams,
  etag: true,
  replies: deleted('The application', Application),
  example: { reply: exampleApplication },
});

export const restoreApplication = operation({
  id: 'restoreApplication',
  tag: administration,
  summary: 'Bring a deleted application back',
  method: 'POST',
  path: `${applicationPath}/restore`,
  access: 'administrator',
  params: IdParams,
  etag: true,
  replies: ok('The application as it is now.', Application),
  errors: ['not_deleted'],
  example: { reply: exampleApplication },
});

export const listApplicationHistory = historyOperation({
  noun: 'Application',
  called: 'application',
  tag: administration,
  access: 'administrator',
  path: applicationPath,
  params: IdParams,
});
