import { workflowCommands, type WorkflowGraphInput } from '@cairn/contracts';
import { type CommandContext, Pace, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { createEdge, deleteEdge, updateEdge } from '../domain/canvas/edges.js';
import { createNode, deleteNode, updateNode } from '../domain/canvas/nodes.js';
import {
  type NodeAt,
  nodesIn,
  placedIds,
  pointersTo,
  saverOf,
  setGraph,
} from '../domain/canvas/set-graph.js';
import { validated } from '../domain/canvas/validating.js';
import { workflowVersions } from '../versions.js';
import { entityProblems } from './entities.js';

interface OfVersion {
  readonly workflow_id: string;
  readonly version_id: string;
}

const idsOf = ({ workflow_id: assetId, version_id: versionId }: OfVersion) => ({ assetId, versionId });
const madeIn = (context: CommandContext, role: 'node' | 'edge') => ({
  id: context.id(role),
  user_id: context.principal.userId,
});

const { change } = workflowVersions;

/** Works out what a large body says, and gives way: all else is done at once. */
const readAll = async ({ nodes }: WorkflowGraphInput, nodeAt: NodeAt): Promise<undefined> => {
  const pace = new Pace();
  for (const place of nodes.keys()) {
    nodeAt(place);
    if (pace.isOver) await pace.turn();
  }
};

/** The commands on nodes and edges: they are the version's, whose stream takes one at a time. */
export const canvasCommands: readonly ServiceCommand[] = [
  serviceCommand(workflowCommands.createWorkflowNode, ({ body, ...ids }, context) =>
    change(context, idsOf(ids), { decide: (version) => createNode(version, body, madeIn(context, 'node')) }),
  ),
  serviceCommand(workflowCommands.updateWorkflowNode, ({ id, body, ...ids }, context) =>
    change(context, idsOf(ids), {
      decide: (version) => updateNode(version, id, body, context.principal.userId),
    }),
  ),
  serviceCommand(workflowCommands.deleteWorkflowNode, ({ id, ...ids }, context) =>
    change(context, idsOf(ids), { decide: (version) => deleteNode(version, id) }),
  ),
  serviceCommand(workflowCommands.createWorkflowEdge, ({ body, ...ids }, context) =>
    change(context, idsOf(ids), { decide: (version) => createEdge(version, body, madeIn(context, 'edge')) }),
  ),
  serviceCommand(workflowCommands.updateWorkflowEdge, ({ id, body, ...ids }, context) =>
    change(context, idsOf(ids), {
      decide: (version) => updateEdge(version, id, body, context.principal.userId),
    }),
  ),
  serviceCommand(workflowCommands.deleteWorkflowEdge, ({ id, ...ids }, context) =>
    change(context, idsOf(ids), { decide: (version) => deleteEdge(version, id) }),
  ),
  serviceCommand(workflowCommands.setWorkflowGraph, ({ body, ...ids }, context) => {
    const saver = saverOf(context.id, context.principal.userId);
    const nodeAt = nodesIn(body);
    return change(context, idsOf(ids), {
      given: async () => readAll(body, nodeAt),
      decide: (version) => setGraph(version, body, saver, nodeAt),
      pointerOf: (version) => pointersTo(placedIds(version, body, saver)),
    });
  }),
  serviceCommand(workflowCommands.validateWorkflowVersion, (ids, context) =>
    change(context, idsOf(ids), {
      given: (version) => entityProblems(context.tools, version),
      decide: (version, unavailable) => validated(version, unavailable),
    }),
  ),
];
