import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { operationsById } from '../../kit/record.js';
import { ok } from '../../kit/replies.js';
import { searchFilter } from '../../kit/search.js';
import { AdminApplicationDetail, application } from '../application.js';
import { exampleApplication as example } from '../examples.js';

const { get, list } = application.operations;

export const {
  listAllApplications,
  createApplication,
  updateApplication,
  deleteApplication,
  restoreApplication,
  revertApplication,
  listApplicationHistory,
} = operationsById(application);

export const getApplication = {
  ...get,
  summary: 'Read an application and who has models of it',
  replies: ok('The application.', AdminApplicationDetail),
  example: { reply: { ...example, user_info: [] } },
};

export const listApplications = operation({
  id: 'listApplications',
  tag: 'Models and model versions',
  summary: 'List the applications that a model can be of',
  description: 'Those that are not disabled.',
  method: 'GET',
  path: '/api/v1/applications',
  access: 'models:read',
  timeTravel: true,
  list: { ...list.list, filters: { q: searchFilter() } },
  replies: ok('The applications.', Type.Array(application.resource)),
  example: { reply: [example] },
});
