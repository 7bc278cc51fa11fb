import { Type } from '@sinclair/typebox';
import { versionContract } from '../assets/versions/contract.js';
import { exampleSentGraph, exampleWorkflowVersion } from './examples.js';
import { WorkflowVersion, WorkflowVersionChanges, WorkflowVersionInput } from './version.js';

const { nodes: _nodes, edges: _edges, ...listed } = exampleWorkflowVersion;

/** Versions of workflows: what they are beside what all versions are. */
export const workflowVersion = versionContract({
  area: 'workflows',
  noun: 'Workflow',
  called: 'workflow',
  resource: 'workflows',
  tag: 'Workflows',
  params: { asset: 'workflow_id', version: 'id' },
  record: WorkflowVersion,
  input: WorkflowVersionInput,
  changes: WorkflowVersionChanges,
  own: { config: Type.String() },
  texts: {
    list: 'Versions without their nodes and edges.',
    get: 'The version with its nodes and edges.',
    create: {
      description:
        'It takes `nodes` and `edges` as `PUT …/graph` does: ids of the body become new ones. `config` is JSON.',
      errors: ['use_secret', 'foreign_node', 'canvas_too_large', 'entity_unavailable'],
    },
    update: {
      description: 'Fields that are sent are set, others stay. `config` is JSON.',
      errors: ['use_secret'],
    },
    duplicate: {
      description:
        'Nodes and edges get ids of their own. Who copies it saves them, and must be allowed to use what the nodes name.',
      errors: ['entity_unavailable'],
    },
    parts: ', its nodes or its edges',
    revertErrors: ['entity_unavailable', 'canvas_too_large'],
  },
  example: exampleWorkflowVersion,
  listed,
  sent: {
    create: { name: 'With a second opinion', ...exampleSentGraph },
    update: { description: 'Asks the tagger first' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000d2',
      workflow_id: '018f4d1a-0000-7000-8000-0000000000d1',
      user_id: '018f4d1a-0000-7000-8000-000000000009',
      name: '',
      description: '',
      version: '',
      config: '',
    },
    updated: { changes: { description: 'of last year' } },
  },
});
