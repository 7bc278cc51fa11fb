import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { OneOf, Uuid } from '../kit/schemas.js';

/** What can be wrong with a canvas, in the order in which it is told. */
export const workflowProblemCodes = [
  'cycle',
  'edge_dangling',
  'node_unreachable',
  'on_failure_unknown',
  'entity_missing',
  'entity_unavailable',
] as const;
export type WorkflowProblemCode = (typeof workflowProblemCodes)[number];

/** So many problems of a canvas are told at most. */
export const MOST_WORKFLOW_PROBLEMS = 100;
/** So many nodes of a problem are named at most. */
export const MOST_PROBLEM_NODES = 100;

/** Something that is wrong with a canvas: it can be saved so, and does not run. */
export const WorkflowProblem = resource('WorkflowProblem', {
  code: OneOf(workflowProblemCodes),
  message: Type.String(),
  node_ids: Type.Optional(
    Type.Array(Uuid, { description: `The nodes that it is about, the first ${MOST_PROBLEM_NODES}.` }),
  ),
  edge_id: Type.Optional(Uuid),
});
export type WorkflowProblem = Readonly<Static<typeof WorkflowProblem>>;
