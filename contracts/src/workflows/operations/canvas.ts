import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { WorkflowGraphInput } from '../canvas.js';
import { exampleSentGraph, exampleWorkflowVersion } from '../examples.js';
import { WorkflowVersion } from '../version.js';
import { graphPath, OfVersionParams, tag, validatePath } from './paths.js';

export const setWorkflowGraph = operation({
  id: 'setWorkflowGraph',
  tag,
  summary: 'Save a whole canvas',
  description:
    'Nodes and edges of the version become those of the body, by one event, which one `revert` undoes. Ids that the ' +
    'version has stay; any other becomes a new one, and the answer holds what there is now in the order of its making. ' +
    'Fields that are left out stay as they are. What is wrong with the canvas is told in `validation_errors`.',
  method: 'PUT',
  path: graphPath,
  access: 'workflows:write',
  params: OfVersionParams,
  etag: true,
  body: WorkflowGraphInput,
  bodyLimit: 'configured',
  replies: ok('The version with its nodes and edges.', WorkflowVersion),
  errors: ['forbidden', 'use_secret', 'foreign_node', 'entity_unavailable', 'canvas_too_large'],
  example: { body: exampleSentGraph, reply: exampleWorkflowVersion },
});

export const validateWorkflowVersion = operation({
  id: 'validateWorkflowVersion',
  tag,
  summary: 'Look what is wrong with a version',
  description:
    'Cycles, edges without a node, nodes that nothing leads to, an `on_failure` that is none, and what nodes name that is ' +
    'gone or that who saved them, or their edges, may not use any more. What is found is kept in `valid` and ' +
    '`validation_errors`.',
  method: 'POST',
  path: validatePath,
  access: 'workflows:write',
  params: OfVersionParams,
  etag: true,
  replies: ok('The version with its nodes and edges.', WorkflowVersion),
  errors: ['forbidden'],
  example: { reply: exampleWorkflowVersion },
});
