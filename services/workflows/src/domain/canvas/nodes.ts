import {
  type CanvasEvent,
  canvasStreamEvents,
  type WorkflowNodeChanges,
  type WorkflowNodeInput,
} from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, notFound, refuse } from '@cairn/kernel';
import { concluded } from './concluding.js';
import { type Canvas, type KnownNode, partOf } from './state.js';
import { type NodeContent, nodeValues, PLAIN_NODE } from './values.js';

/** The id of what is made, and who makes it. */
export type Made = Pick<KnownNode, 'id' | 'user_id'>;

/** Refuses `invalid_body`, `use_secret`, `canvas_too_large`. */
export const createNode = (canvas: Canvas, body: WorkflowNodeInput, made: Made): Decision<CanvasEvent> => {
  if (partOf(canvas.nodes, made.id) !== undefined) return refuse('conflict', 'There is a node of this id.');
  const values = nodeValues(body, '');
  if (isRefusal(values)) return values;
  return concluded(
    canvas,
    canvasStreamEvents.WorkflowNodeCreated.of({
      ...PLAIN_NODE,
      ...values,
      id: made.id,
      user_id: made.user_id,
    }),
  );
};

/** Who changes anything of a node saves it, and it works with that person's rights (SPEC-24). */
export const updateNode = (
  canvas: Canvas,
  id: string,
  body: WorkflowNodeChanges,
  userId: string,
): Decision<CanvasEvent> => {
  const node = partOf(canvas.nodes, id);
  if (node === undefined) return notFound();
  const values = nodeValues(body, '');
  if (isRefusal(values)) return values;
  const changes = changedFields<NodeContent>(node, values);
  if (Object.keys(changes).length === 0) return [];
  return concluded(canvas, canvasStreamEvents.WorkflowNodeUpdated.of({ id, changes, user_id: userId }));
};

/** Takes the edges along that begin or end there. */
export const deleteNode = (canvas: Canvas, id: string): Decision<CanvasEvent> => {
  if (partOf(canvas.nodes, id) === undefined) return notFound();
  const edge_ids = Object.values(canvas.edges)
    .filter(({ begin_node_id, end_node_id }) => begin_node_id === id || end_node_id === id)
    .map((edge) => edge.id);
  return concluded(canvas, canvasStreamEvents.WorkflowNodeDeleted.of({ id, edge_ids }));
};
