import {
  type CanvasEvent,
  canvasStreamEvents,
  type WorkflowEdgeChanges,
  type WorkflowEdgeInput,
} from '@cairn/contracts';
import { changedFields, type Decision, notFound, type Refusal, refuse } from '@cairn/kernel';
import { concluded } from './concluding.js';
import type { Made } from './nodes.js';
import { type Canvas, partOf } from './state.js';
import { type EdgeContent, edgeValues, PLAIN_EDGE } from './values.js';

/** Refuses `foreign_node`, `canvas_too_large`. */
export const createEdge = (
  canvas: Canvas,
  body: WorkflowEdgeInput,
  { id, user_id }: Made,
): Decision<CanvasEvent> => {
  if (partOf(canvas.edges, id) !== undefined) return refuse('conflict', 'There is an edge of this id.');
  const { begin_node_id, end_node_id } = body;
  const content = { ...PLAIN_EDGE, ...edgeValues(body), begin_node_id, end_node_id };
  return (
    endsRefused(content, isNodeOf(canvas)) ??
    concluded(canvas, canvasStreamEvents.WorkflowEdgeCreated.of({ ...content, id, user_id }))
  );
};

export const updateEdge = (
  canvas: Canvas,
  id: string,
  body: WorkflowEdgeChanges,
  userId: string,
): Decision<CanvasEvent> => {
  const edge = partOf(canvas.edges, id);
  if (edge === undefined) return notFound();
  const changes = changedFields<EdgeContent>(edge, edgeValues(body));
  if (Object.keys(changes).length === 0) return [];
  return (
    endsRefused(changes, isNodeOf(canvas)) ??
    concluded(canvas, canvasStreamEvents.WorkflowEdgeUpdated.of({ id, changes, user_id: userId }))
  );
};

export const deleteEdge = (canvas: Canvas, id: string): Decision<CanvasEvent> =>
  partOf(canvas.edges, id) === undefined
    ? notFound()
    : concluded(canvas, canvasStreamEvents.WorkflowEdgeDeleted.of({ id }));

const isNodeOf =
  ({ nodes }: Canvas) =>
  (id: string): boolean =>
    partOf(nodes, id) !== undefined;

const ENDS = ['begin_node_id', 'end_node_id'] as const;

/** Why an edge may not begin or end there; `pointer` leads to it in the body. */
export const endsRefused = (
  edge: Partial<Pick<EdgeContent, (typeof ENDS)[number]>>,
  isNode: (id: string) => boolean,
  pointer = '',
): Refusal | undefined => {
  const foreign = ENDS.filter((end) => edge[end] !== undefined && !isNode(edge[end]));
  return foreign.length === 0
    ? undefined
    : refuse(
        'foreign_node',
        `${foreign.join(' and ')} ${foreign.length === 1 ? 'names' : 'name'} no node of this version.`,
        foreign.map((end) => ({
          pointer: `${pointer}/${end}`,
          code: 'foreign_node',
          message: 'is no node of this version',
        })),
      );
};
