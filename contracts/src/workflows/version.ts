import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonText, Name, namedFields, Prose, Uuid } from '../kit/schemas.js';
import { WorkflowGraphInput } from './canvas.js';
import { WorkflowEdge } from './edge.js';
import { WorkflowNode } from './node.js';
import { WorkflowProblem } from './problems.js';

export const WorkflowVersion = resource('WorkflowVersion', {
  ...namedFields,
  user_id: Type.String(),
  workflow_id: Uuid,
  version: Type.String({ description: 'As people call it; its number when nobody said.' }),
  version_number: Type.Integer({ minimum: 1, description: 'Counts up within the workflow, without gaps.' }),
  config: Type.Optional(Type.String({ description: 'JSON; left out in the `versions` of a workflow.' })),
  nodes: Type.Optional(
    Type.Array(WorkflowNode, { description: 'As they are stored, oldest first. Left out in lists.' }),
  ),
  edges: Type.Optional(Type.Array(WorkflowEdge, { description: 'Oldest first. Left out in lists.' })),
  node_ids: Type.Optional(
    Type.Array(Uuid, {
      description:
        'In the answer to a write that brings `nodes`: what each of them is called now, in the order of the body.',
    }),
  ),
  edge_ids: Type.Optional(Type.Array(Uuid, { description: 'The same of `edges`.' })),
  node_count: Type.Integer({ minimum: 0 }),
  edge_count: Type.Integer({ minimum: 0 }),
  valid: Type.Boolean({ description: 'Whether nothing is known to be wrong with its canvas.' }),
  validation_errors: Type.Optional(
    Type.Array(WorkflowProblem, { description: 'What is wrong, the first 100; absent when it is valid.' }),
  ),
});
export type WorkflowVersion = Readonly<Static<typeof WorkflowVersion>>;

const settable = {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  version: Type.Optional(Type.String({ maxLength: 100 })),
  config: Type.Optional(JsonText),
};

/** What a version is drawn with when it is made; ids of the body become new ones. */
export const drawnFields = Type.Partial(WorkflowGraphInput).properties;

export const WorkflowVersionInput = resource('WorkflowVersionInput', { ...settable, ...drawnFields });
export type WorkflowVersionInput = Readonly<Static<typeof WorkflowVersionInput>>;

export const WorkflowVersionChanges = resource('WorkflowVersionChanges', settable);
export type WorkflowVersionChanges = Readonly<Static<typeof WorkflowVersionChanges>>;
