import { type CanvasEvent, canvasStreamEvents, type WorkflowGraphInput } from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { tooMany } from './bounds.js';
import { concluded } from './concluding.js';
import { type Difference, isNone } from './difference.js';
import { endsRefused } from './edges.js';
import { type Canvas, type Parts, partOf } from './state.js';
import {
  type EdgeContent,
  edgeValues,
  type NodeContent,
  nodeValues,
  PLAIN_EDGE,
  PLAIN_NODE,
} from './values.js';

/** What a whole canvas needs beside what the caller says; the numbers are places in the body, from 0. */
export interface GraphSaver {
  readonly user_id: string;
  readonly nodeId: (place: number) => string;
  readonly edgeId: (place: number) => string;
}

/** Who saves a whole canvas; `id` gives the ids of what is new on it. Each is a hash, and asked for several times. */
export const saverOf = (id: (role: string, ordinal?: number) => string, user_id: string): GraphSaver => {
  const idsAt = (role: string): GraphSaver['nodeId'] => {
    const known: string[] = [];
    return (place) => (known[place] ??= id(role, place));
  };
  return { user_id, nodeId: idsAt('node'), edgeId: idsAt('edge') };
};

/** The ids that nodes and edges of a body have or get, by their places in it. */
export interface PlacedIds {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** Ids that the version has stay, any other becomes a new one. */
export const placedIds = (canvas: Canvas, body: WorkflowGraphInput, saver: GraphSaver): PlacedIds => ({
  nodes: idsOf(body.nodes, canvas.nodes, saver.nodeId),
  edges: idsOf(body.edges, canvas.edges, saver.edgeId),
});

/** Leads to nodes and edges in the body. */
export const pointersTo = ({ nodes, edges }: PlacedIds): ((id: string) => string) => {
  const pointers = new Map([
    ...nodes.map((id, place) => [id, `/nodes/${place}`] as const),
    ...edges.map((id, place) => [id, `/edges/${place}`] as const),
  ]);
  return (id) => pointers.get(id) ?? '';
};

type Sent = readonly { readonly id?: string }[];

const idsOf = (sent: Sent, known: Parts<unknown>, newId: (place: number) => string): string[] =>
  sent.map(({ id }, place) => (id !== undefined && Object.hasOwn(known, id) ? id : newId(place)));

/** What a body says of the node at a place in it. */
export type NodeAt = (place: number) => ReturnType<typeof nodeValues>;

/** Each is worked out once, however often it is asked for: who has time does so before a canvas is decided on. */
export const nodesIn = ({ nodes }: WorkflowGraphInput): NodeAt => {
  const known: ReturnType<NodeAt>[] = [];
  return (place) => (known[place] ??= nodeValues(nodes[place]!, `/nodes/${place}`));
};

/**
 * Saves a whole canvas in one event: what is not in the body is removed, and of what stays the fields that the body leaves
 * out stay. Refuses `invalid_body`, `use_secret`, `foreign_node`, `canvas_too_large`.
 */
export const setGraph = (
  canvas: Canvas,
  body: WorkflowGraphInput,
  saver: GraphSaver,
  nodeAt: NodeAt = nodesIn(body),
): Decision<CanvasEvent> => {
  const refused =
    tooMany(body.nodes.length, body.edges.length) ??
    twiceRefused(body.nodes, 'nodes') ??
    twiceRefused(body.edges, 'edges');
  if (refused !== undefined) return refused;
  const ids = placedIds(canvas, body, saver);
  const nodes = nodesSet(canvas, nodeAt, ids, saver.user_id);
  if (isRefusal(nodes)) return nodes;
  const edges = edgesSet(canvas, body, ids, saver.user_id);
  if (isRefusal(edges)) return edges;
  const difference: Difference = { ...nodes, ...edges, restored_nodes: [], restored_edges: [] };
  return isNone(difference) ? [] : concluded(canvas, canvasStreamEvents.WorkflowGraphChanged.of(difference));
};

/** Two of one id could not be told apart. An empty id is none. */
const twiceRefused = (sent: Sent, list: 'nodes' | 'edges'): Refusal | undefined => {
  const seen = new Set<string>();
  for (const [place, { id = '' }] of sent.entries()) {
    if (id !== '' && seen.has(id))
      return refuse('invalid_body', `Two of the ${list} have the id ${JSON.stringify(id)}.`, [
        { pointer: `/${list}/${place}/id`, code: 'unique', message: 'is there twice' },
      ]);
    seen.add(id);
  }
  return undefined;
};

type NodesSet = Pick<Difference, 'nodes' | 'changed_nodes' | 'removed_node_ids'>;

const nodesSet = (canvas: Canvas, nodeAt: NodeAt, ids: PlacedIds, user_id: string): NodesSet | Refusal => {
  const set: NodesSet = { nodes: [], changed_nodes: [], removed_node_ids: gone(canvas.nodes, ids.nodes) };
  for (const [place, id] of ids.nodes.entries()) {
    const values = nodeAt(place);
    if (isRefusal(values)) return values;
    const known = partOf(canvas.nodes, id);
    if (known === undefined) set.nodes.push({ ...PLAIN_NODE, ...values, id, user_id });
    else set.changed_nodes.push(...changeOf<NodeContent>(known, values, { id, user_id }));
  }
  return set;
};

type EdgesSet = Pick<Difference, 'edges' | 'changed_edges' | 'removed_edge_ids'>;

const edgesSet = (
  canvas: Canvas,
  body: WorkflowGraphInput,
  ids: PlacedIds,
  user_id: string,
): EdgesSet | Refusal => {
  const nodeIds = new Map(body.nodes.map(({ id = '' }, place) => [id, ids.nodes[place]!]));
  const isNode = (id: string) => id !== '' && nodeIds.has(id);
  const set: EdgesSet = { edges: [], changed_edges: [], removed_edge_ids: gone(canvas.edges, ids.edges) };
  for (const [place, sent] of body.edges.entries()) {
    const refused = endsRefused(sent, isNode, `/edges/${place}`);
    if (refused !== undefined) return refused;
    const begin_node_id = nodeIds.get(sent.begin_node_id)!;
    const end_node_id = nodeIds.get(sent.end_node_id)!;
    const values = { ...edgeValues(sent), begin_node_id, end_node_id };
    const id = ids.edges[place]!;
    const known = partOf(canvas.edges, id);
    if (known === undefined) set.edges.push({ ...PLAIN_EDGE, ...values, id, user_id });
    else set.changed_edges.push(...changeOf<EdgeContent>(known, values, { id, user_id }));
  }
  return set;
};

const changeOf = <Content extends object>(
  known: Content,
  values: Partial<Content>,
  { id, user_id }: { readonly id: string; readonly user_id: string },
) => {
  const changes = changedFields(known, values);
  return Object.keys(changes).length === 0 ? [] : [{ id, changes, user_id }];
};

const gone = (known: Parts<unknown>, kept: readonly string[]): string[] => {
  const stays = new Set(kept);
  return Object.keys(known).filter((id) => !stays.has(id));
};
