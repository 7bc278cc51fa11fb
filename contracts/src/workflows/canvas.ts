import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { edgeInputFields } from './edge.js';
import { settableNodeFields } from './node.js';

const BodyId = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'One that the version has stays; any other, or none, becomes a new one.',
  }),
);

/**
 * A whole canvas: what it does not hold is removed. Of a node or an edge that stays, fields that are left out stay as they
 * are. Edges name nodes by the ids of this body.
 */
export const WorkflowGraphInput = resource('WorkflowGraphInput', {
  nodes: Type.Array(Type.Object({ id: BodyId, ...settableNodeFields }), {
    description: 'At most 10,000.',
  }),
  edges: Type.Array(Type.Object({ id: BodyId, ...edgeInputFields }), {
    description: 'At most 20,000; each names nodes by the ids of this body.',
  }),
});
export type WorkflowGraphInput = Readonly<Static<typeof WorkflowGraphInput>>;
