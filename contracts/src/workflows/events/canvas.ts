import { type Static, Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { OneOf, OpenWord, Uuid } from '../../kit/schemas.js';
import { workflowEdgeTypes } from '../edge.js';
import { nodeEntityTypes } from '../node.js';
import { WorkflowProblem, workflowProblemCodes } from '../problems.js';

const nodeContent = {
  name: Type.String(),
  description: Type.String(),
  entity_type: OpenWord(nodeEntityTypes),
  entity_id: Type.String(),
  entity_version_id: Type.String(),
  config: Type.String(),
  position: Type.String(),
  timeout: Type.Integer({ description: 'Seconds; 0: none is said.' }),
  on_failure: Type.String(),
};
const edgeContent = {
  name: Type.String(),
  description: Type.String(),
  begin_node_id: Uuid,
  end_node_id: Uuid,
  edge_type: OneOf(workflowEdgeTypes),
};
const savedBy = { user_id: Type.String({ description: 'Who saved it.' }) };

const nodeFields = { id: Uuid, ...nodeContent, ...savedBy };
const edgeFields = { id: Uuid, ...edgeContent, ...savedBy };
const nodeChange = { id: Uuid, changes: Type.Partial(Type.Object(nodeContent)), ...savedBy };
const edgeChange = { id: Uuid, changes: Type.Partial(Type.Object(edgeContent)), ...savedBy };

/** A node of a version, as its events tell of it. */
export const NodeRecord = Type.Object(nodeFields);
export type NodeRecord = Readonly<Static<typeof NodeRecord>>;

/** An edge of a version, as its events tell of it. */
export const EdgeRecord = Type.Object(edgeFields);
export type EdgeRecord = Readonly<Static<typeof EdgeRecord>>;

const ToldProblem = Type.Object({ ...WorkflowProblem.properties, code: OpenWord(workflowProblemCodes) });

const told = {
  problems: Type.Optional(
    Type.Array(ToldProblem, {
      description: 'What is wrong with the canvas from now on; absent: as before.',
    }),
  ),
};

const nodeId = '018f4d1a-0000-7000-8000-0000000000c1';
const otherNodeId = '018f4d1a-0000-7000-8000-0000000000c2';
const edgeId = '018f4d1a-0000-7000-8000-0000000000d1';
const userId = '018f4d1a-0000-7000-8000-000000000009';
const exampleNode: NodeRecord = {
  id: nodeId,
  name: 'find birds',
  description: '',
  entity_type: 'model',
  entity_id: '018f4d1a-0000-7000-8000-0000000000b1',
  entity_version_id: '',
  config: '{"threshold":0.5}',
  position: '{"x":120,"y":80}',
  timeout: 60,
  on_failure: 'retry:3',
  user_id: userId,
};
const exampleEdge: EdgeRecord = {
  id: edgeId,
  name: '',
  description: '',
  begin_node_id: nodeId,
  end_node_id: otherNodeId,
  edge_type: 'data',
  user_id: userId,
};
const nameChange = { changes: { name: 'find gulls' }, user_id: userId };

const WorkflowNodeCreated = event({
  name: 'WorkflowNodeCreated',
  storedType: 'workflows.node.created.v1',
  description: 'A node was put on the canvas of a version.',
  schema: Type.Object({ ...nodeFields, ...told }),
  example: exampleNode,
});

const WorkflowNodeUpdated = event({
  name: 'WorkflowNodeUpdated',
  storedType: 'workflows.node.updated.v1',
  description: 'Fields of a node were set; it works with the rights of who saved it from now on.',
  schema: Type.Object({ ...nodeChange, ...told }),
  example: { id: nodeId, ...nameChange },
});

const WorkflowNodeDeleted = event({
  name: 'WorkflowNodeDeleted',
  storedType: 'workflows.node.deleted.v1',
  description: 'A node was taken off the canvas, with the edges that began or ended there.',
  schema: Type.Object({ id: Uuid, edge_ids: Type.Array(Uuid), ...told }),
  example: { id: nodeId, edge_ids: [edgeId], problems: [] },
});

const WorkflowEdgeCreated = event({
  name: 'WorkflowEdgeCreated',
  storedType: 'workflows.edge.created.v1',
  description: 'Two nodes of a version were connected.',
  schema: Type.Object({ ...edgeFields, ...told }),
  example: exampleEdge,
});

const WorkflowEdgeUpdated = event({
  name: 'WorkflowEdgeUpdated',
  storedType: 'workflows.edge.updated.v1',
  description: 'Fields of an edge were set.',
  schema: Type.Object({ ...edgeChange, ...told }),
  example: { id: edgeId, changes: { edge_type: 'context' }, user_id: userId },
});

const WorkflowEdgeDeleted = event({
  name: 'WorkflowEdgeDeleted',
  storedType: 'workflows.edge.deleted.v1',
  description: 'An edge was taken off the canvas.',
  schema: Type.Object({ id: Uuid, ...told }),
  example: { id: edgeId },
});

const WorkflowGraphChanged = event({
  name: 'WorkflowGraphChanged',
  storedType: 'workflows.version.graph_changed.v1',
  description:
    'A canvas was saved as a whole, or a change of it was undone: only what differs from before is told.',
  schema: Type.Object({
    nodes: Type.Array(NodeRecord, { description: 'Those that were never there.' }),
    changed_nodes: Type.Array(Type.Object(nodeChange)),
    restored_nodes: Type.Array(NodeRecord, { description: 'Those that were removed before.' }),
    removed_node_ids: Type.Array(Uuid),
    edges: Type.Array(EdgeRecord, { description: 'Those that were never there.' }),
    changed_edges: Type.Array(Type.Object(edgeChange)),
    restored_edges: Type.Array(EdgeRecord, { description: 'Those that were removed before.' }),
    removed_edge_ids: Type.Array(Uuid),
    ...told,
  }),
  example: {
    nodes: [exampleNode],
    changed_nodes: [{ id: otherNodeId, ...nameChange }],
    restored_nodes: [],
    removed_node_ids: [],
    edges: [exampleEdge],
    changed_edges: [],
    restored_edges: [],
    removed_edge_ids: [],
  },
});

const WorkflowVersionValidated = event({
  name: 'WorkflowVersionValidated',
  storedType: 'workflows.version.validated.v1',
  description: 'The canvas of a version was looked at, and something else is wrong with it than was known.',
  schema: Type.Object(told),
  example: {
    problems: [
      { code: 'entity_unavailable', message: 'The model is none that can be used.', node_ids: [nodeId] },
    ],
  },
});

/** The events of `workflowVersion-<id>` that tell of its canvas. */
export const canvasStreamEvents = {
  WorkflowNodeCreated,
  WorkflowNodeUpdated,
  WorkflowNodeDeleted,
  WorkflowEdgeCreated,
  WorkflowEdgeUpdated,
  WorkflowEdgeDeleted,
  WorkflowGraphChanged,
  WorkflowVersionValidated,
} as const;
export type CanvasEvent = EventOf<(typeof canvasStreamEvents)[keyof typeof canvasStreamEvents]>;
