import { entityOf } from './entities.js';
import { type Canvas, isConnected, type KnownEdge, type KnownNode } from './state.js';
import { type Neighbours, neighbours } from './structure.js';

export type Drawn = Pick<Canvas, 'nodes' | 'edges'>;

/** What flows along the edges of a canvas; nodes and edges by their places. A pass node, without an entity, hands it on. */
export interface Flow {
  readonly nodes: readonly KnownNode[];
  readonly places: ReadonlyMap<string, number>;
  /** Those that have a node at both ends. */
  readonly edges: readonly KnownEdge[];
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** The edges that end, and those that begin, at each node. */
  readonly into: Neighbours;
  readonly outOf: Neighbours;
  readonly isPass: readonly boolean[];
}

export const flowOf = (canvas: Drawn): Flow => {
  const nodes = Object.values(canvas.nodes);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const edges = Object.values(canvas.edges).filter((edge) => isConnected(canvas.nodes, edge));
  const begins = edges.map(({ begin_node_id }) => places.get(begin_node_id)!);
  const ends = edges.map(({ end_node_id }) => places.get(end_node_id)!);
  const all = [...edges.keys()];
  return {
    ...{ nodes, places, edges, begins, ends },
    into: neighbours(nodes.length, ends, all),
    outOf: neighbours(nodes.length, begins, all),
    isPass: nodes.map((node) => entityOf(node) === undefined),
  };
};

const edgesAt = ({ offsets, targets }: Neighbours, node: number): Int32Array =>
  targets.subarray(offsets[node], offsets[node + 1]);

/** What is reached from nowhere. */
const NOTHING = -1;

/**
 * The nodes that stand for what these hand on: themselves, and the pass nodes that their output reaches. Of each node the
 * cause of the first that reached it is told by `causeAt`.
 */
export const reachedFrom = (flow: Flow, starts: readonly (readonly [node: number, cause: number])[]) => {
  const causes = new Int32Array(flow.nodes.length).fill(NOTHING);
  const reached: number[] = [];
  const reach = (node: number, cause: number): void => {
    if (causes[node] !== NOTHING) return;
    causes[node] = cause;
    reached.push(node);
  };
  for (const [node, cause] of starts) reach(node, cause);
  for (const node of reached)
    for (const edge of edgesAt(flow.outOf, node)) {
      const end = flow.ends[edge]!;
      if (flow.isPass[end] === true) reach(end, causes[node]!);
    }
  const causeAt = (node: number): number | undefined => (causes[node] === NOTHING ? undefined : causes[node]);
  return {
    has: (node: number): boolean => causes[node] !== NOTHING,
    /** Of an edge: of where it begins, else of where it ends. */
    causeOf: (edge: number): number | undefined => causeAt(flow.begins[edge]!) ?? causeAt(flow.ends[edge]!),
  };
};
export type Reached = ReturnType<typeof reachedFrom>;

/** What a change made new on a canvas: nodes that have another entity, or none any more, and edges that lead elsewhere. */
export interface Fresh {
  readonly nodes: readonly boolean[];
  readonly edges: readonly boolean[];
}

/** Where an edge is asked about: all that reaches its ends, or only what comes along something fresh. */
export interface Asked {
  readonly edge: number;
  readonly isWhole: boolean;
}

/** The nodes with an entity whose output reaches the ends of these edges, through pass nodes alone, or that stand there. */
export const sourcesOf = (flow: Flow, asked: readonly Asked[], fresh?: Fresh): readonly number[] => {
  const sources = new Set<number>();
  // A node is passed at most twice: on a way that has met something fresh, and on one that has not.
  const seen = [new Uint8Array(flow.nodes.length), new Uint8Array(flow.nodes.length)];
  const open: { readonly node: number; readonly isFresh: boolean }[] = [];
  const visit = (node: number, isFreshBefore: boolean): void => {
    const isFresh = isFreshBefore || fresh?.nodes[node] === true;
    const visited = seen[isFresh ? 1 : 0]!;
    if (visited[node] === 1) return;
    visited[node] = 1;
    if (flow.isPass[node] === true) open.push({ node, isFresh });
    else if (isFresh) sources.add(node);
  };
  for (const { edge, isWhole } of asked)
    for (const end of [flow.begins[edge]!, flow.ends[edge]!]) visit(end, isWhole);
  for (const { node, isFresh } of open)
    for (const edge of edgesAt(flow.into, node))
      visit(flow.begins[edge]!, isFresh || fresh?.edges[edge] === true);
  return [...sources];
};
