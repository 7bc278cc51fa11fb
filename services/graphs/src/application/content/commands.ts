import { type GraphEdgeInput, type GraphNodeInput, graphCommands, MOST_ELEMENTS } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  type Json,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import {
  type Changes,
  NO_CHANGES,
  type PutEdge,
  type PutMode,
  type PutNode,
} from '../../domain/content/changing.js';
import { connectionOf, edgeUidOf } from '../../domain/content/edge-uids.js';
import { type Executed, executeChanges, type Executing } from './execute.js';
import { partCommands } from './file-parts.js';
import type { ContentIds } from './parents.js';
import { reportOf } from './report.js';
import { undoCommands } from './undo.js';

/** Where an element stands in the body, and the ordinal by which it gets a uid. */
interface Sent {
  readonly pointer: string;
  readonly ordinal: number;
  readonly mode: PutMode;
}

const putNode = (
  { uid, ...sent }: GraphNodeInput,
  { pointer, ordinal, mode }: Sent,
  { id }: CommandContext,
): PutNode => ({ uid: uid ?? id('node', ordinal), pointer, mode, sent });

const putEdge = (
  { uid, ...sent }: GraphEdgeInput,
  { pointer, ordinal, mode }: Sent,
  { id }: CommandContext,
): PutEdge => ({ uid: uid ?? id('edge', ordinal), pointer, mode, sent });

const putNodes = (
  nodes: readonly GraphNodeInput[],
  mode: PutMode,
  context: CommandContext,
): readonly PutNode[] =>
  nodes.map((node, ordinal) => putNode(node, { pointer: `/nodes/${ordinal}`, ordinal, mode }, context));

const putEdges = (
  edges: readonly GraphEdgeInput[],
  mode: PutMode,
  context: CommandContext,
): readonly PutEdge[] => {
  const uids = mode === 'merge' ? sameUids(edges) : undefined;
  return edges.map((edge, ordinal) => {
    const uid = edge.uid ?? uids?.(edge);
    return putEdge(
      uid === undefined ? edge : { ...edge, uid },
      { pointer: `/edges/${ordinal}`, ordinal, mode },
      context,
    );
  });
};

/** Edges that are merged and say no uid have the one that follows from what they connect: sent again, they add nothing. */
const sameUids = (edges: readonly GraphEdgeInput[]): ((edge: GraphEdgeInput) => string) => {
  const sent = new Set(edges.flatMap(({ uid }) => uid ?? []));
  const counts = new Map<string, number>();
  return ({ source, target, type = '', directed = true }) => {
    const key = connectionOf({ source, type, target, directed });
    for (;;) {
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const uid = edgeUidOf(key, count);
      if (!sent.has(uid)) return uid;
    }
  };
};

const deletions = (uids: readonly string[] = []) =>
  uids.map((uid, index) => ({ uid, pointer: `/delete/${index}` }));

/** Why a bulk is too large; `undefined` when it is not. */
const tooManyIn = ({ nodes, edges, deletedNodes, deletedEdges }: Changes): Refusal | undefined => {
  const count = nodes.length + edges.length + deletedNodes.length + deletedEdges.length;
  return count <= MOST_ELEMENTS
    ? undefined
    : refuse(
        'too_many_elements',
        `The request has ${count} elements; at most ${MOST_ELEMENTS} come at once.`,
        [{ pointer: '', code: 'maximum', message: `has more than ${MOST_ELEMENTS} elements` }],
      );
};

const outcomeOf = (executed: Executed | Refusal, result?: (executed: Executed) => Json): CommandOutcome =>
  isRefusal(executed)
    ? executed
    : { ...executed.done, ...(result === undefined ? {} : { result: result(executed) }) };

const changeMany = async (
  context: CommandContext,
  ids: ContentIds,
  some: Partial<Changes>,
  { on_error: onError }: { readonly on_error?: 'fail' | 'skip' | undefined },
): Promise<CommandOutcome> => {
  const changes = { ...NO_CHANGES, ...some };
  return (
    tooManyIn(changes) ??
    outcomeOf(await executeChanges(context, ids, changes, { onError }), (executed) =>
      reportOf(changes, executed, executed.data === undefined ? null : Number(executed.done.revision)),
    )
  );
};

/** Makes a change of the one element that the request is about. */
const changeOne = async (
  context: CommandContext,
  ids: ContentIds,
  addressed: NonNullable<Executing['addressed']>,
  some: Partial<Changes>,
  result?: (executed: Executed) => Json,
): Promise<CommandOutcome> =>
  outcomeOf(await executeChanges(context, ids, { ...NO_CHANGES, ...some }, { addressed }), result);

const CREATED = { pointer: '', ordinal: 0, mode: 'create' } as const;
const changed = ({ replace }: { readonly replace?: boolean | undefined }) =>
  ({ pointer: '', mode: replace === true ? 'replace' : 'change' }) as const;
const {
  createGraphNode,
  updateGraphNode,
  deleteGraphNode,
  bulkGraphNodes,
  createGraphEdge,
  updateGraphEdge,
  deleteGraphEdge,
  bulkGraphEdges,
} = graphCommands;

const nodeCommands: readonly ServiceCommand[] = [
  serviceCommand(createGraphNode, ({ body, ...ids }, context) => {
    const node = putNode(body, CREATED, context);
    return changeOne(context, ids, { kind: 'nodes', uid: node.uid }, { nodes: [node] });
  }),
  serviceCommand(updateGraphNode, ({ body, node_uid: uid, query, ...ids }, context) => {
    const node = { uid, ...changed(query), sent: body };
    return changeOne(context, ids, { kind: 'nodes', uid }, { nodes: [node] });
  }),
  serviceCommand(deleteGraphNode, ({ node_uid: uid, ...ids }, context) =>
    changeOne(context, ids, { kind: 'nodes', uid }, { deletedNodes: [{ uid, pointer: '' }] }, ({ data }) => ({
      uid,
      deleted_edges: data?.deleted_edges?.length ?? 0,
    })),
  ),
  serviceCommand(bulkGraphNodes, ({ body, query, ...ids }, context) => {
    const { nodes = [], edges = [], delete: deleted, mode = 'create' } = body;
    const changes = {
      nodes: putNodes(nodes, mode, context),
      edges: putEdges(edges, mode, context),
      deletedNodes: deletions(deleted),
    };
    return changeMany(context, ids, changes, query);
  }),
];

const edgeCommands: readonly ServiceCommand[] = [
  serviceCommand(createGraphEdge, ({ body, ...ids }, context) => {
    const edge = putEdge(body, CREATED, context);
    return changeOne(context, ids, { kind: 'edges', uid: edge.uid }, { edges: [edge] });
  }),
  serviceCommand(updateGraphEdge, ({ body, edge_uid: uid, query, ...ids }, context) => {
    const edge = { uid, ...changed(query), sent: body };
    return changeOne(context, ids, { kind: 'edges', uid }, { edges: [edge] });
  }),
  serviceCommand(deleteGraphEdge, ({ edge_uid: uid, ...ids }, context) =>
    changeOne(context, ids, { kind: 'edges', uid }, { deletedEdges: [{ uid, pointer: '' }] }),
  ),
  serviceCommand(bulkGraphEdges, ({ body, query, ...ids }, context) => {
    const { edges = [], delete: deleted, mode = 'create' } = body;
    const changes = { edges: putEdges(edges, mode, context), deletedEdges: deletions(deleted) };
    return changeMany(context, ids, changes, query);
  }),
];

/** What the service does for the commands on the content of versions. */
export const contentCommands: readonly ServiceCommand[] = [
  ...nodeCommands,
  ...edgeCommands,
  ...partCommands,
  ...undoCommands,
];
