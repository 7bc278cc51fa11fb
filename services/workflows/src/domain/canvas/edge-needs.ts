import { MOST_PROBLEM_NODES, MOST_WORKFLOW_PROBLEMS, type WorkflowProblem } from '@cairn/contracts';
import {
  type Asked,
  type Drawn,
  type Flow,
  flowOf,
  type Fresh,
  type Reached,
  reachedFrom,
  sourcesOf,
} from './flow.js';
import { bySaver, type Needs } from './needs.js';
import type { KnownEdge } from './state.js';

/**
 * What those who saved these edges must be allowed to use (SPEC-33): the entities of the nodes at both ends of each. A
 * pass node stands for all whose output reaches it through other pass nodes. Linear for each person.
 */
export const edgeNeeds = (canvas: Drawn, edgeIds: Iterable<string>): Needs => {
  const flow = flowOf(canvas);
  const wanted = new Set(edgeIds);
  return needsIn(
    flow,
    [...flow.edges.keys()]
      .filter((edge) => wanted.has(flow.edges[edge]!.id))
      .map((edge) => ({ edge, isWhole: true })),
  );
};

/** The same of a canvas whose flow is known. */
export const needsIn = (flow: Flow, asked: readonly Asked[], fresh?: Fresh): Needs => {
  const needs = new Map<string, ReadonlySet<string>>();
  for (const [saver, theirs] of bySaver(asked, ({ edge }) => flow.edges[edge]!.user_id)) {
    const sources = sourcesOf(flow, theirs, fresh);
    if (sources.length > 0) needs.set(saver, new Set(sources.map((node) => flow.nodes[node]!.id)));
  }
  return needs;
};

/** Those of these edges whose savers may not use something that they need. Linear for each person. */
export const edgesNeeding = (
  canvas: Drawn,
  edgeIds: Iterable<string>,
  unusable: Needs,
): readonly KnownEdge[] => {
  const flow = flowOf(canvas);
  const wanted = new Set(edgeIds);
  return placesNeeding(flow, unusable)
    .map((edge) => flow.edges[edge]!)
    .filter(({ id }) => wanted.has(id));
};

/**
 * What a validation tells of edges whose savers may not use what is at their ends, or reaches them. A node whose own saver
 * that is has a problem of its own, which is not told of each of its edges again.
 */
export const edgeProblems = (canvas: Drawn, unusable: Needs): readonly WorkflowProblem[] => {
  const flow = flowOf(canvas);
  const ofOthers = new Map(
    [...unusable].map(([saver, nodeIds]) => [
      saver,
      new Set([...nodeIds].filter((id) => canvas.nodes[id]?.user_id !== saver)),
    ]),
  );
  return placesNeeding(flow, ofOthers)
    .slice(0, MOST_WORKFLOW_PROBLEMS)
    .map((edge) => {
      const { id: edge_id, user_id } = flow.edges[edge]!;
      const node_ids = sourcesOf(flow, [{ edge, isWhole: true }])
        .map((node) => flow.nodes[node]!.id)
        .filter((id) => ofOthers.get(user_id)?.has(id) === true)
        .slice(0, MOST_PROBLEM_NODES);
      const message = 'The edge connects a model or a dataset that who saved the edge may not use.';
      return { code: 'entity_unavailable', message, node_ids, edge_id };
    });
};

const placesNeeding = (flow: Flow, unusable: Needs): readonly number[] =>
  [...unusable].flatMap(([saver, nodeIds]) => {
    const reached = reachedFromIds(flow, nodeIds);
    return [...flow.edges.keys()].filter(
      (edge) => flow.edges[edge]!.user_id === saver && reached.causeOf(edge) !== undefined,
    );
  });

/** What stands for these nodes. */
export const reachedFromIds = (flow: Flow, nodeIds: Iterable<string>): Reached =>
  reachedFrom(
    flow,
    [...nodeIds].flatMap((id) => {
      const node = flow.places.get(id);
      return node === undefined ? [] : [[node, node] as const];
    }),
  );
