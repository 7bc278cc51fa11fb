import { hasSameEntity, savedParts } from './entities.js';
import { needsIn, reachedFromIds } from './edge-needs.js';
import { type Flow, flowOf, type Fresh, type Reached, reachedFrom } from './flow.js';
import type { Needs } from './needs.js';
import { type Canvas, type KnownEdge, partOf } from './state.js';

/** A change of a canvas, as far as it is one of what flows along edges. */
export interface FlowChange {
  readonly flow: Flow;
  readonly fresh: Fresh;
  /** Of each edge whether this change saves it. */
  readonly isSaved: readonly boolean[];
}

/** Nothing for a change that saves no edge, and gives no node another entity that has edges: most change no flow. */
export const flowChange = (before: Canvas, after: Canvas): FlowChange | undefined => {
  const freshNodes = new Set(
    savedParts(before.nodes, after.nodes)
      .filter((node) => !hasSameEntity(partOf(before.nodes, node.id), node))
      .map(({ id }) => id),
  );
  const saved = new Set(savedParts(before.edges, after.edges));
  const isTouched = (edge: KnownEdge): boolean =>
    freshNodes.has(edge.begin_node_id) || freshNodes.has(edge.end_node_id);
  const isFlowing = freshNodes.size > 0 && Object.values(after.edges).some(isTouched);
  if (saved.size === 0 && !isFlowing) return undefined;
  const flow = flowOf(after);
  return {
    flow,
    fresh: {
      nodes: flow.nodes.map(({ id }) => freshNodes.has(id)),
      edges: flow.edges.map((edge) => saved.has(edge) && !hasSameEnds(partOf(before.edges, edge.id), edge)),
    },
    isSaved: flow.edges.map((edge) => saved.has(edge)),
  };
};

const hasSameEnds = (before: KnownEdge | undefined, after: KnownEdge): boolean =>
  before?.begin_node_id === after.begin_node_id && before.end_node_id === after.end_node_id;

/**
 * What a change asks of those who saved edges: of who saves one all that it needs, of who saved one before what the change
 * newly leads to it.
 */
export const changedNeeds = (change: FlowChange): Needs => {
  const { flow, fresh, isSaved } = change;
  const touched = reachedFromCauses(flow, causesOf(change));
  const asked = [...flow.edges.keys()]
    .map((edge) => ({ edge, isWhole: isSaved[edge] === true }))
    .filter(({ edge, isWhole }) => isWhole || touched.causeOf(edge) !== undefined);
  return needsIn(flow, asked, fresh);
};

/** What is refused about an edge: that it is saved, or that a node or another edge leads to it what its saver may not use. */
export interface RefusedEdge {
  readonly edge: KnownEdge;
  readonly because:
    | { readonly kind: 'saved'; readonly ends: readonly ('begin_node_id' | 'end_node_id')[] }
    | { readonly kind: 'node' | 'edge'; readonly id: string };
}

/** The edges of a person to which a change may not lead what that person may not use. Linear. */
export const refusedEdges = (
  change: FlowChange,
  saver: string,
  unusable: ReadonlySet<string>,
): readonly RefusedEdge[] => {
  const { flow, isSaved } = change;
  const reached = reachedFromIds(flow, unusable);
  const causes = causesOf(change).filter(({ from }) => reached.has(from));
  const led = reachedFromCauses(flow, causes);
  return [...flow.edges.entries()].flatMap(([place, edge]): RefusedEdge[] => {
    if (edge.user_id !== saver) return [];
    if (isSaved[place] === true) {
      const ends = endsOf(flow, place, reached.has);
      return ends.length === 0 ? [] : [{ edge, because: { kind: 'saved', ends } }];
    }
    const cause = led.causeOf(place);
    return cause === undefined ? [] : [{ edge, because: causes[cause]!.because }];
  });
};

interface Cause {
  /** From where it leads what to where. */
  readonly from: number;
  readonly to: number;
  readonly because: Exclude<RefusedEdge['because'], { readonly kind: 'saved' }>;
}

/** What leads something new to edges: a node that has another entity, or none any more; an edge that leads to a pass node. */
const causesOf = ({ flow, fresh }: FlowChange): readonly Cause[] => [
  ...flow.nodes.flatMap(({ id }, node): Cause[] =>
    fresh.nodes[node] === true ? [{ from: node, to: node, because: { kind: 'node', id } }] : [],
  ),
  ...flow.edges.flatMap(({ id }, edge): Cause[] => {
    const [from, to] = [flow.begins[edge]!, flow.ends[edge]!];
    return fresh.edges[edge] === true && flow.isPass[to] === true
      ? [{ from, to, because: { kind: 'edge', id } }]
      : [];
  }),
];

const reachedFromCauses = (flow: Flow, causes: readonly Cause[]): Reached =>
  reachedFrom(
    flow,
    causes.map(({ to }, place) => [to, place]),
  );

/** The ends that stand for what may not be used; a pass node that the other end leads to is no more to blame. */
const endsOf = (
  flow: Flow,
  edge: number,
  isReached: (node: number) => boolean,
): readonly ('begin_node_id' | 'end_node_id')[] => {
  const [begin, end] = [flow.begins[edge]!, flow.ends[edge]!];
  const begins = isReached(begin);
  const ends = isReached(end) && !(begins && flow.isPass[end] === true);
  return [...(begins ? (['begin_node_id'] as const) : []), ...(ends ? (['end_node_id'] as const) : [])];
};
