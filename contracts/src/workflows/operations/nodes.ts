import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { exampleSentNode, exampleWorkflowNode } from '../examples.js';
import { WorkflowNode, WorkflowNodeChanges, WorkflowNodeInput } from '../node.js';
import { nodePath, nodesPath, OfVersionParams, PartParams, tag } from './paths.js';

export const listWorkflowNodes = operation({
  id: 'listWorkflowNodes',
  tag,
  summary: 'List the nodes of a version',
  method: 'GET',
  path: nodesPath,
  access: 'workflows:read',
  params: OfVersionParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'name'],
    defaultSort: 'created_at',
    lastingSort: ['created_at'],
    filters: { q: searchFilter(), name: Type.String({ maxLength: 200 }), from: Time, to: Time },
  },
  replies: ok('The nodes, with what you may read of what they name.', Type.Array(WorkflowNode)),
  example: { reply: [exampleWorkflowNode] },
});

export const createWorkflowNode = operation({
  id: 'createWorkflowNode',
  tag,
  summary: 'Create a node',
  description:
    'What it names must be a model that you may execute, or a dataset that you may read: it works with the rights of who saved it last. `If-Match` speaks of the version.',
  method: 'POST',
  path: nodesPath,
  access: 'workflows:write',
  params: OfVersionParams,
  etag: true,
  body: WorkflowNodeInput,
  bodyLimit: 'configured',
  replies: created('The node. Its `ETag` is that of the version.', WorkflowNode),
  errors: ['forbidden', 'use_secret', 'entity_unavailable', 'canvas_too_large'],
  example: { body: exampleSentNode, reply: exampleWorkflowNode },
});

export const getWorkflowNode = operation({
  id: 'getWorkflowNode',
  tag,
  summary: 'Read a node',
  method: 'GET',
  path: nodePath,
  access: 'workflows:read',
  params: PartParams,
  etag: true,
  replies: ok('The node. Its `ETag` is that of the version.', WorkflowNode),
  example: { reply: exampleWorkflowNode },
});

export const updateWorkflowNode = operation({
  id: 'updateWorkflowNode',
  tag,
  summary: 'Change a node',
  description: 'Fields that are sent are set, others stay. `If-Match` speaks of the version.',
  method: 'PUT',
  path: nodePath,
  access: 'workflows:write',
  params: PartParams,
  etag: true,
  body: WorkflowNodeChanges,
  bodyLimit: 'configured',
  replies: ok('The node as it is now.', WorkflowNode),
  errors: ['forbidden', 'use_secret', 'entity_unavailable', 'canvas_too_large'],
  example: { body: { timeout: 60, on_failure: 'retry:3' }, reply: exampleWorkflowNode },
});

export const deleteWorkflowNode = operation({
  id: 'deleteWorkflowNode',
  tag,
  summary: 'Delete a node',
  description: 'With the edges that begin or end there; one `revert` of the version brings all back.',
  method: 'DELETE',
  path: nodePath,
  access: 'workflows:write',
  params: PartParams,
  etag: true,
  replies: deleted('The node', WorkflowNode),
  errors: ['forbidden', 'canvas_too_large'],
  example: { reply: exampleWorkflowNode },
});
