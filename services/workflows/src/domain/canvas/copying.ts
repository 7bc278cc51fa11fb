import { type CanvasEvent, canvasStreamEvents } from '@cairn/contracts';
import type { Decision } from '@cairn/kernel';
import { concluded } from './concluding.js';
import type { GraphSaver } from './set-graph.js';
import { type Canvas, EMPTY_CANVAS } from './state.js';

/** A canvas with the same nodes and edges under ids of their own: who copies them saves them (SPEC-24). */
export const copiedGraph = ({ nodes, edges }: Canvas, saver: GraphSaver): Decision<CanvasEvent> => {
  const { user_id } = saver;
  const places = new Map(Object.keys(nodes).map((id, place) => [id, saver.nodeId(place)]));
  const added = Object.values(nodes).map((node) => ({ ...node, id: places.get(node.id)!, user_id }));
  // An edge has a node at both ends.
  const drawn = Object.values(edges).map((edge, place) => ({
    ...edge,
    id: saver.edgeId(place),
    begin_node_id: places.get(edge.begin_node_id)!,
    end_node_id: places.get(edge.end_node_id)!,
    user_id,
  }));
  if (added.length === 0) return [];
  return concluded(
    EMPTY_CANVAS,
    canvasStreamEvents.WorkflowGraphChanged.of({
      ...{ nodes: added, changed_nodes: [], restored_nodes: [], removed_node_ids: [] },
      ...{ edges: drawn, changed_edges: [], restored_edges: [], removed_edge_ids: [] },
    }),
  );
};
