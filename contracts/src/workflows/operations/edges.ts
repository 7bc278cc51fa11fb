import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { exampleSentEdge, exampleWorkflowEdge } from '../examples.js';
import { WorkflowEdge, WorkflowEdgeChanges, WorkflowEdgeInput } from '../edge.js';
import { edgePath, edgesPath, OfVersionParams, PartParams, tag } from './paths.js';

export const listWorkflowEdges = operation({
  id: 'listWorkflowEdges',
  tag,
  summary: 'List the edges of a version',
  method: 'GET',
  path: edgesPath,
  access: 'workflows:read',
  params: OfVersionParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'name'],
    defaultSort: 'created_at',
    lastingSort: ['created_at'],
    filters: { q: searchFilter(), name: Type.String({ maxLength: 200 }), from: Time, to: Time },
  },
  replies: ok('The edges.', Type.Array(WorkflowEdge)),
  example: { reply: [exampleWorkflowEdge] },
});

export const createWorkflowEdge = operation({
  id: 'createWorkflowEdge',
  tag,
  summary: 'Create an edge',
  description: 'It names two nodes of the version. `If-Match` speaks of the version.',
  method: 'POST',
  path: edgesPath,
  access: 'workflows:write',
  params: OfVersionParams,
  etag: true,
  body: WorkflowEdgeInput,
  bodyLimit: 'configured',
  replies: created('The edge. Its `ETag` is that of the version.', WorkflowEdge),
  errors: ['forbidden', 'foreign_node', 'canvas_too_large'],
  example: { body: exampleSentEdge, reply: exampleWorkflowEdge },
});

export const getWorkflowEdge = operation({
  id: 'getWorkflowEdge',
  tag,
  summary: 'Read an edge',
  method: 'GET',
  path: edgePath,
  access: 'workflows:read',
  params: PartParams,
  etag: true,
  replies: ok('The edge. Its `ETag` is that of the version.', WorkflowEdge),
  example: { reply: exampleWorkflowEdge },
});

export const updateWorkflowEdge = operation({
  id: 'updateWorkflowEdge',
  tag,
  summary: 'Change an edge',
  description: 'Fields that are sent are set, others stay. `If-Match` speaks of the version.',
  method: 'PUT',
  path: edgePath,
  access: 'workflows:write',
  params: PartParams,
  etag: true,
  body: WorkflowEdgeChanges,
  bodyLimit: 'configured',
  replies: ok('The edge as it is now.', WorkflowEdge),
  errors: ['forbidden', 'foreign_node', 'canvas_too_large'],
  example: { body: { edge_type: 'context' }, reply: exampleWorkflowEdge },
});

export const deleteWorkflowEdge = operation({
  id: 'deleteWorkflowEdge',
  tag,
  summary: 'Delete an edge',
  description: 'The nodes stay; `revert` of the version brings it back.',
  method: 'DELETE',
  path: edgePath,
  access: 'workflows:write',
  params: PartParams,
  etag: true,
  replies: deleted('The edge', WorkflowEdge),
  errors: ['forbidden', 'canvas_too_large'],
  example: { reply: exampleWorkflowEdge },
});
