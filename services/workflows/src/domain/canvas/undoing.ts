import { type CanvasEvent, canvasStreamEvents } from '@cairn/contracts';
import { type Decision, notRevertible, same, undoneFields } from '@cairn/kernel';
import { concluded } from './concluding.js';
import { type Difference, isNone } from './difference.js';
import { type Canvas, canvasAfter, isConnected, type Parts, partOf } from './state.js';

/**
 * What undoes one event, seen from both sides, on the canvas as it is now; nothing when it changed no node and no edge.
 * Each field is undone by itself; who undoes it saves the nodes (SPEC-24). Refuses `not_revertible` with pointers into
 * `{nodes, edges}` by id to what was changed since, and to edges that would be left without a node; `canvas_too_large`.
 */
export const undone = (
  before: Canvas,
  after: Canvas,
  current: Canvas,
  userId: string,
): Decision<CanvasEvent> => {
  const nodes = undoneParts({ before: before.nodes, after: after.nodes, current: current.nodes }, '/nodes');
  const edges = undoneParts({ before: before.edges, after: after.edges, current: current.edges }, '/edges');
  const changedSince = [...nodes.changedSince, ...edges.changedSince];
  if (changedSince.length > 0) return notRevertible(changedSince);
  const by = { user_id: userId };
  const difference: Difference = {
    nodes: [],
    changed_nodes: nodes.changed.map((change) => ({ ...change, ...by })),
    restored_nodes: nodes.restored.map((node) => ({ ...node, ...by })),
    removed_node_ids: nodes.removed,
    edges: [],
    changed_edges: edges.changed.map((change) => ({ ...change, ...by })),
    restored_edges: edges.restored.map((edge) => ({ ...edge, ...by })),
    removed_edge_ids: edges.removed,
  };
  return isNone(difference) ? [] : connected(current, canvasStreamEvents.WorkflowGraphChanged.of(difference));
};

/** The event, unless an edge would be left whose node is not there. */
const connected = (current: Canvas, event: CanvasEvent): Decision<CanvasEvent> => {
  const { nodes, edges } = canvasAfter(current, event);
  const cut = Object.values(edges).filter((edge) => !isConnected(nodes, edge) && !isAsBefore(current, edge));
  return cut.length > 0 ? notRevertible(cut.map(({ id }) => `/edges/${id}`)) : concluded(current, event);
};

type Edge = Canvas['edges'][string];

/** Whether an edge was without a node already. */
const isAsBefore = ({ nodes, edges }: Canvas, edge: Edge): boolean =>
  edges[edge.id] === edge && !isConnected(nodes, edge);

interface Sides<Part> {
  readonly before: Parts<Part>;
  readonly after: Parts<Part>;
  readonly current: Parts<Part>;
}

type Content<Part> = Omit<Part, 'id' | 'user_id'>;

interface UndoneParts<Part> {
  readonly changed: { readonly id: string; readonly changes: Partial<Content<Part>> }[];
  readonly restored: Part[];
  readonly removed: string[];
  readonly changedSince: string[];
}

interface Saved {
  readonly id: string;
  readonly user_id: string;
}

const undoneParts = <Part extends Saved>(sides: Sides<Part>, at: string): UndoneParts<Part> => {
  const all: UndoneParts<Part> = { changed: [], restored: [], removed: [], changedSince: [] };
  for (const id of new Set([...Object.keys(sides.before), ...Object.keys(sides.after)]))
    undoPart(all, id, sidesOf(sides, id), `${at}/${id}`);
  return all;
};

interface PartSides<Part> {
  readonly before: Part | undefined;
  readonly after: Part | undefined;
  readonly current: Part | undefined;
}

const sidesOf = <Part>({ before, after, current }: Sides<Part>, id: string): PartSides<Part> => ({
  before: partOf(before, id),
  after: partOf(after, id),
  current: partOf(current, id),
});

/** Undoes what happened to one node or edge: it was changed, it came, or it went. */
const undoPart = <Part extends Saved>(
  all: UndoneParts<Part>,
  id: string,
  { before, after, current }: PartSides<Part>,
  at: string,
): void => {
  if (isSame(before, after)) return;
  if (before !== undefined && after !== undefined && current !== undefined) {
    const undoing = undoneFields(contentOf(before), contentOf(after), contentOf(current), at);
    all.changedSince.push(...undoing.changedSince);
    all.changed.push({ id, changes: undoing.fields });
  } else if (!isSame(after, current)) all.changedSince.push(at);
  else if (before === undefined) all.removed.push(id);
  else all.restored.push(before);
};

/** Who saved it is nobody's change. */
const isSame = <Part extends Saved>(one: Part | undefined, other: Part | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && !hasOther(one, other) && !hasOther(other, one));

const hasOther = <Part extends Saved>(one: Part, other: Part): boolean =>
  (Object.keys(one) as (keyof Part)[]).some((key) => key !== 'user_id' && !same(one[key], other[key]));

/** What is undone, field by field. */
const contentOf = <Part extends Saved>({ id: _id, user_id: _user, ...content }: Part): Content<Part> =>
  content;
