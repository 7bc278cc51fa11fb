import { byId } from '../../kit/named.js';
import { exampleSentEdge, exampleWorkflowEdge } from '../examples.js';
import { WorkflowEdge, WorkflowEdgeChanges, WorkflowEdgeInput } from '../edge.js';
import { partOperations } from './parts.js';

export const {
  listWorkflowEdges,
  createWorkflowEdge,
  getWorkflowEdge,
  updateWorkflowEdge,
  deleteWorkflowEdge,
} = byId(
  partOperations({
    noun: 'Edge',
    called: 'edge',
    record: WorkflowEdge,
    input: WorkflowEdgeInput,
    changes: WorkflowEdgeChanges,
    texts: {
      list: 'The edges.',
      create:
        'It names two nodes of the version. You must be allowed to use their entities; a node without one stands for all whose output reaches it.',
      remove: 'The nodes stay; `revert` of the version brings it back.',
    },
    errors: ['foreign_node', 'entity_unavailable', 'canvas_too_large'],
    example: exampleWorkflowEdge,
    sent: { create: exampleSentEdge, update: { edge_type: 'context' } },
  }),
);
