import {
  canvasStreamEvents,
  type CanvasEvent,
  type EdgeRecord,
  type NodeRecord,
  type WorkflowGraphInput,
  type WorkflowProblem,
} from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';
import { idNamed as idOf } from '@cairn/kernel/testkit';
import type { Difference } from '../domain/canvas/difference.js';
import type { GraphSaver } from '../domain/canvas/set-graph.js';
import { type Canvas, canvasAfter, EMPTY_CANVAS } from '../domain/canvas/state.js';

export { idOf };

export const AT = '2026-01-01T00:00:00.000Z';
export const ADA = idOf('ada');
export const BOB = idOf('bob');
export const VERSION = idOf('version');
export const [A, B, C] = [idOf('a'), idOf('b'), idOf('c')];
export const [AB, BC] = [idOf('ab'), idOf('bc')];
export const MODEL = idOf('model');

/** The canvas alone, folded as its version folds it. */
export const canvasStream = aggregate<Canvas, CanvasEvent>({
  category: 'workflowVersion',
  events: Object.values(canvasStreamEvents),
  stateVersion: 1,
  initial: EMPTY_CANVAS,
  evolve: canvasAfter,
});

/** A node that Ada saved, of which nothing is said. */
export const node = (id: string, changes: Partial<NodeRecord> = {}): NodeRecord => ({
  id,
  name: '',
  description: '',
  entity_type: '',
  entity_id: '',
  entity_version_id: '',
  config: '',
  position: '',
  timeout: 0,
  on_failure: 'stop',
  user_id: ADA,
  ...changes,
});

/** The same of an edge. */
export const edge = (
  id: string,
  begin_node_id: string,
  end_node_id: string,
  changes: Partial<EdgeRecord> = {},
): EdgeRecord => ({
  id,
  name: '',
  description: '',
  begin_node_id,
  end_node_id,
  edge_type: 'data',
  user_id: ADA,
  ...changes,
});

interface Told {
  readonly problems?: WorkflowProblem[];
}

export const created = (record: NodeRecord, told: Told = {}) =>
  canvasStreamEvents.WorkflowNodeCreated.of({ ...record, ...told });
export const connected = (record: EdgeRecord, told: Told = {}) =>
  canvasStreamEvents.WorkflowEdgeCreated.of({ ...record, ...told });
export const updated = (id: string, changes: Partial<NodeRecord>, user_id = ADA, told: Told = {}) =>
  canvasStreamEvents.WorkflowNodeUpdated.of({ id, changes, user_id, ...told });
export const deleted = (id: string, edge_ids: string[] = [], told: Told = {}) =>
  canvasStreamEvents.WorkflowNodeDeleted.of({ id, edge_ids, ...told });
export const disconnected = (id: string, told: Told = {}) =>
  canvasStreamEvents.WorkflowEdgeDeleted.of({ id, ...told });
export const graphChanged = (difference: Partial<Difference> & Told) =>
  canvasStreamEvents.WorkflowGraphChanged.of({
    nodes: [],
    changed_nodes: [],
    restored_nodes: [],
    removed_node_ids: [],
    edges: [],
    changed_edges: [],
    restored_edges: [],
    removed_edge_ids: [],
    ...difference,
  });

/** `a → b → c`. */
export const chain: readonly CanvasEvent[] = [
  created(node(A)),
  created(node(B)),
  created(node(C)),
  connected(edge(AB, A, B)),
  connected(edge(BC, B, C)),
];

/** Who saves a canvas; new ids follow from the places in the body. */
export const saving = (user_id = ADA): GraphSaver => ({
  user_id,
  nodeId: (place) => idOf(`node ${place}`),
  edgeId: (place) => idOf(`edge ${place}`),
});

/** `chain`, as a body of a whole canvas. */
export const chainBody: WorkflowGraphInput = {
  nodes: [{ id: A }, { id: B }, { id: C }],
  edges: [
    { id: AB, begin_node_id: A, end_node_id: B },
    { id: BC, begin_node_id: B, end_node_id: C },
  ],
};

/** A canvas of many nodes that nothing is wrong with: each is connected to its next two. */
export const largeCanvas = (count: number): Canvas => {
  const nodes = Array.from({ length: count }, (_, place) =>
    node(idOf(`node ${place}`), { name: `node ${place}`, position: '{"x":1,"y":2}' }),
  );
  const edges = [1, 2].flatMap((step) =>
    nodes.slice(step).map(({ id }, place) => edge(idOf(`edge ${place} ${step}`), nodes[place]!.id, id)),
  );
  return canvasAfter(EMPTY_CANVAS, graphChanged({ nodes, edges }));
};
