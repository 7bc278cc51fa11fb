import { operations, workflowCommands, type WorkflowNode } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { workflowEdges, workflowNodes, workflowVersionReads } from '@cairn/workflows';
import { type Answer, listed, ok } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { listBy, resource } from '../resource.js';
import { withIdsOfVersion } from './drawn.js';
import { withEntities } from './entities.js';

const within = operations.setWorkflowGraph.path.replace('/graph', '');

const node = resource({
  path: operations.getWorkflowNode.path,
  commands: workflowCommands,
  role: 'node',
  within,
  read: workflowNodes.byId,
});
const edge = resource({
  path: operations.getWorkflowEdge.path,
  commands: workflowCommands,
  role: 'edge',
  within,
  read: workflowEdges.byId,
});
/** A version whose canvas is written as a whole, or looked at. */
const canvas = resource({
  path: within,
  commands: workflowCommands,
  read: (
    context,
    { workflow_id, version_id: id }: { readonly workflow_id: string; readonly version_id: string },
  ) => workflowVersionReads.byId(context, { workflow_id, id }),
});

const withEntity = async (answer: Answer, call: Pick<Call, 'ask'>): Promise<Answer> => {
  if (answer.kind !== 'resource') return answer;
  const [body = answer.body] = await withEntities(call, [answer.body as WorkflowNode]);
  return { ...answer, body: body as Json };
};

export const listWorkflowNodes = handler(operations.listWorkflowNodes, async (call) => {
  const { context, params, page, filters } = call;
  const its = found(await workflowNodes.list(context, params, page, filters));
  const elements = await withEntities(call, its.elements);
  return listed({ ...its, elements });
});
export const getWorkflowNode = handler(operations.getWorkflowNode, async (call) =>
  withEntity(ok(found(await workflowNodes.byId(call.context, call.params))), call),
);
export const createWorkflowNode = node.create(operations.createWorkflowNode, {
  answer: (answer, _context, _id, call) => withEntity(answer, call),
});
export const updateWorkflowNode = node.update(operations.updateWorkflowNode, {
  answer: (answer, _context, _id, call) => withEntity(answer, call),
});
export const deleteWorkflowNode = node.remove(operations.deleteWorkflowNode);

export const listWorkflowEdges = listBy(operations.listWorkflowEdges, workflowEdges.list);
export const getWorkflowEdge = edge.get(operations.getWorkflowEdge);
export const createWorkflowEdge = edge.create(operations.createWorkflowEdge);
export const updateWorkflowEdge = edge.update(operations.updateWorkflowEdge);
export const deleteWorkflowEdge = edge.remove(operations.deleteWorkflowEdge);

export const setWorkflowGraph = canvas.change(operations.setWorkflowGraph, {
  answer: async (answer, _context, _id, call) => withIdsOfVersion(answer, call, call.body),
});
export const validateWorkflowVersion = canvas.change(operations.validateWorkflowVersion);
