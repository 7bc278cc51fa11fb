import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { namedFields, OneOf, Prose, Uuid } from '../kit/schemas.js';

/** What goes along an edge. */
export const workflowEdgeTypes = ['data', 'context'] as const;

/** From one node of a version to another. */
export const WorkflowEdge = resource('WorkflowEdge', {
  ...namedFields,
  begin_node_id: Type.String(),
  end_node_id: Type.String(),
  edge_type: OneOf(workflowEdgeTypes),
  user_id: Type.String({
    description: 'Who saved it last: that person must be allowed to use what it connects.',
  }),
  version_id: Uuid,
});
export type WorkflowEdge = Readonly<Static<typeof WorkflowEdge>>;

const NodeId = Type.String({ maxLength: 100, description: 'A node of the same version.' });

const described = {
  name: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Prose),
  edge_type: Type.Optional(OneOf(workflowEdgeTypes, { description: '`data` when nothing is said.' })),
};

/** What a caller says of a new edge. */
export const edgeInputFields = { ...described, begin_node_id: NodeId, end_node_id: NodeId };

/** An edge as a caller makes it. */
export const WorkflowEdgeInput = resource('WorkflowEdgeInput', edgeInputFields);
export type WorkflowEdgeInput = Readonly<Static<typeof WorkflowEdgeInput>>;

export const WorkflowEdgeChanges = resource('WorkflowEdgeChanges', {
  ...described,
  begin_node_id: Type.Optional(NodeId),
  end_node_id: Type.Optional(NodeId),
});
export type WorkflowEdgeChanges = Readonly<Static<typeof WorkflowEdgeChanges>>;
