import { byId } from '../../kit/named.js';
import { exampleSentNode, exampleWorkflowNode } from '../examples.js';
import { WorkflowNode, WorkflowNodeChanges, WorkflowNodeInput } from '../node.js';
import { partOperations } from './parts.js';

export const {
  listWorkflowNodes,
  createWorkflowNode,
  getWorkflowNode,
  updateWorkflowNode,
  deleteWorkflowNode,
} = byId(
  partOperations({
    noun: 'Node',
    called: 'node',
    record: WorkflowNode,
    input: WorkflowNodeInput,
    changes: WorkflowNodeChanges,
    texts: {
      list: 'The nodes, with what you may read of what they name.',
      create:
        'What it names must be a model that you may execute, or a dataset that you may read: it works with the rights of who saved it last.',
      remove: 'With the edges that begin or end there; one `revert` of the version brings all back.',
    },
    errors: ['use_secret', 'entity_unavailable', 'canvas_too_large'],
    example: exampleWorkflowNode,
    sent: { create: exampleSentNode, update: { timeout: 60, on_failure: 'retry:3' } },
  }),
);
