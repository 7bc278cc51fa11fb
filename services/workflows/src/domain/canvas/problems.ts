import {
  MOST_PROBLEM_NODES,
  MOST_WORKFLOW_PROBLEMS,
  type WorkflowProblem,
  type WorkflowProblemCode,
} from '@cairn/contracts';
import { hasSameEntity } from './entities.js';
import { type Canvas, isConnected, type KnownNode } from './state.js';
import { structureOf } from './structure.js';

/** Nodes and edges, whatever was known to be wrong with them. */
type Drawn = Pick<Canvas, 'nodes' | 'edges'>;

/**
 * What is wrong with a canvas after a change, in the order of the codes. What a validation found about a node, or an edge,
 * stands until that is saved again: then it is asked anew whether its entity may be used.
 */
export const problemsAfter = (before: Canvas, after: Drawn): WorkflowProblem[] =>
  atMost([
    ...problemsOf(after),
    ...before.problems.flatMap((problem) => stillUnavailable(problem, before, after)),
  ]);

/** What can be seen on the canvas itself, and what else was found. */
export const problemsWith = (canvas: Drawn, unavailable: readonly WorkflowProblem[]): WorkflowProblem[] =>
  atMost([...problemsOf(canvas), ...unavailable]);

const atMost = (problems: readonly WorkflowProblem[]): WorkflowProblem[] =>
  problems.slice(0, MOST_WORKFLOW_PROBLEMS);

const stillUnavailable = (
  problem: WorkflowProblem,
  { nodes: before, edges: drawn }: Drawn,
  { nodes: after, edges }: Drawn,
): readonly WorkflowProblem[] => {
  const { code, edge_id, node_ids: named = [] } = problem;
  if (code !== 'entity_unavailable') return [];
  if (edge_id !== undefined && (edges[edge_id] === undefined || edges[edge_id] !== drawn[edge_id])) return [];
  // Who saved an edge is asked again when a node names another entity, and not when somebody renames it.
  const isSame = (id: string): boolean => edge_id !== undefined && hasSameEntity(before[id], after[id]!);
  const node_ids = named.filter((id) => after[id] !== undefined && (after[id] === before[id] || isSame(id)));
  return node_ids.length === 0 ? [] : [{ ...problem, node_ids }];
};

const problemsOf = (canvas: Drawn): WorkflowProblem[] => [
  ...ofConnections(canvas),
  ...ofEachNode(canvas, 'on_failure_unknown', failureProblem),
  ...ofEachNode(canvas, 'entity_missing', entityProblem),
];

const ofConnections = ({ nodes, edges }: Drawn): WorkflowProblem[] => {
  const ids = Object.keys(nodes);
  const all = Object.values(edges);
  const there = all.filter((edge) => isConnected(nodes, edge));
  const places = new Map(ids.map((id, place) => [id, place]));
  const { cycles, unreachable } = structureOf({
    count: ids.length,
    begins: there.map(({ begin_node_id }) => places.get(begin_node_id)!),
    ends: there.map(({ end_node_id }) => places.get(end_node_id)!),
  });
  const named = (nodePlaces: readonly number[]) => nodePlaces.map((place) => ids[place]!);
  return [
    ...atMostOf(cycles).map((cycle) => problem('cycle', cycleSaid(cycle.length), named(cycle))),
    ...atMostOf(there.length === all.length ? [] : all.filter((edge) => !isConnected(nodes, edge))).map(
      ({ id }): WorkflowProblem => ({
        code: 'edge_dangling',
        message: 'The edge begins or ends at a node that is not there.',
        edge_id: id,
      }),
    ),
    ...atMostOf(unreachable).map((place) =>
      problem('node_unreachable', 'Nothing that can begin leads to the node.', named([place])),
    ),
  ];
};

const cycleSaid = (count: number): string =>
  count === 1 ? 'The node leads to itself.' : `${count} nodes lead to each other in a circle.`;

const ofEachNode = (
  { nodes }: Drawn,
  code: WorkflowProblemCode,
  problemOf: (node: KnownNode) => string | undefined,
): WorkflowProblem[] =>
  atMostOf(Object.values(nodes).filter((node) => problemOf(node) !== undefined)).map((node) =>
    problem(code, problemOf(node)!, [node.id]),
  );

const KNOWN_ON_FAILURE = /^(?:stop|continue|skip|retry(?::0*[1-9]\d*)?)$/;

const failureProblem = ({ on_failure }: KnownNode): string | undefined =>
  KNOWN_ON_FAILURE.test(on_failure)
    ? undefined
    : `${JSON.stringify(on_failure)} is none of stop, continue, skip, retry and retry:N.`;

const entityProblem = (node: KnownNode): string | undefined => {
  if (node.entity_type === '' && node.entity_id !== '')
    return 'The node names an entity and not of which type it is.';
  if (node.entity_type !== '' && node.entity_id === '')
    return `The node names no ${node.entity_type} to work with.`;
  return node.entity_version_id !== '' && node.entity_id === ''
    ? 'The node names a version and not of what.'
    : undefined;
};

const problem = (code: WorkflowProblemCode, message: string, nodeIds: string[]): WorkflowProblem => ({
  code,
  message,
  node_ids: nodeIds.slice(0, MOST_PROBLEM_NODES),
});

/** More of one code are never told, so they need not be made. */
const atMostOf = <Each>(all: readonly Each[]): readonly Each[] => all.slice(0, MOST_WORKFLOW_PROBLEMS);
