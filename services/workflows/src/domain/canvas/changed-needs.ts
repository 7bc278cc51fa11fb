import { hasSameEntity } from './entities.js';
import { needsIn, reachedFromIds } from './edge-needs.js';
import { type Flow, flowOf, type Fresh, reachedFrom } from './flow.js';
import type { Needs } from './needs.js';
import { type Canvas, type KnownEdge, partOf } from './state.js';

/** A change of a canvas, as far as it is one of what flows along edges. */
export interface FlowChange {
  readonly flow: Flow;
  readonly fresh: Fresh;
  /** Of each edge whether this change saves it. */
  readonly isSaved: readonly boolean[];
}

export const flowChange = (before: Canvas, after: Canvas): FlowChange => {
  const flow = flowOf(after);
  return {
    flow,
    fresh: {
      nodes: flow.nodes.map((node) => !hasSameEntity(partOf(before.nodes, node.id), node)),
      edges: flow.edges.map((edge) => !hasSameEnds(partOf(before.edges, edge.id), edge)),
    },
    isSaved: flow.edges.map((edge) => partOf(before.edges, edge.id) !== edge),
  };
};

const hasSameEnds = (before: KnownEdge | undefined, after: KnownEdge): boolean =>
  before?.begin_node_id === after.begin_node_id && before.end_node_id === after.end_node_id;

/**
 * What a change asks of those who saved edges: of who saves one all that it needs, of who saved one before what the change
 * newly leads to it.
 */
export const changedNeeds = ({ flow, fresh, isSaved }: FlowChange): Needs =>
  needsIn(
    flow,
    [...flow.edges.keys()].map((edge) => ({ edge, isWhole: isSaved[edge] === true })),
    fresh,
  );

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
  const { flow, fresh, isSaved } = change;
  const reached = reachedFromIds(flow, unusable);
  const causes = causesOf(change, reached.has);
  const led = reachedFrom(
    flow,
    causes.map(({ node }, place) => [node, place]),
  );
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
  /** Where it leads to. */
  readonly node: number;
  readonly because: Exclude<RefusedEdge['because'], { readonly kind: 'saved' }>;
}

const causesOf = ({ flow, fresh }: FlowChange, isReached: (node: number) => boolean): readonly Cause[] => [
  ...flow.nodes.flatMap(({ id }, node): Cause[] =>
    fresh.nodes[node] === true && isReached(node) ? [{ node, because: { kind: 'node', id } }] : [],
  ),
  ...flow.edges.flatMap(({ id }, edge): Cause[] => {
    const [begin, end] = [flow.begins[edge]!, flow.ends[edge]!];
    return fresh.edges[edge] === true && flow.isPass[end] === true && isReached(begin)
      ? [{ node: end, because: { kind: 'edge', id } }]
      : [];
  }),
];

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
