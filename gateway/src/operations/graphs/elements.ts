import { graphCommands, graphJobCommands, operations, type ParamsOf } from '@cairn/contracts';
import { graphEdges, graphJobReads, graphNodes } from '@cairn/graphs';
import { accepted, answer } from '../../call/answer.js';
import type { Target } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { jobAt } from '../jobs/job-answers.js';
import { resultOf } from '../jobs/job-result.js';
import { listBy, placeOf, resource, sentIn, sentWithQuery } from '../resource.js';

const node = resource({
  path: operations.getGraphNode.path,
  commands: graphCommands,
  role: 'node',
  read: graphNodes.byUid,
  history: (_, context, path, page) => graphNodes.history(context, path, page),
});
const edge = resource({
  path: operations.getGraphEdge.path,
  commands: graphCommands,
  role: 'edge',
  read: graphEdges.byUid,
  history: (_, context, path, page) => graphEdges.history(context, path, page),
});

export const listGraphNodes = listBy(operations.listGraphNodes, graphNodes.list);
export const getGraphNode = node.get(operations.getGraphNode);
export const createGraphNode = node.create(operations.createGraphNode, {
  idOf: (call) => call.body.uid ?? call.newId('node'),
});
export const updateGraphNode = node.update(operations.updateGraphNode, { inputOf: sentWithQuery });
export const deleteGraphNode = handler(operations.deleteGraphNode, async (call) => {
  const { reply } = await call.write(graphCommands.deleteGraphNode, sentIn(call), node.at(call.params));
  return answer(reply.result);
});
export const listGraphNodeHistory = node.history(operations.listGraphNodeHistory);

export const listGraphEdges = listBy(operations.listGraphEdges, graphEdges.list);
export const getGraphEdge = edge.get(operations.getGraphEdge);
export const createGraphEdge = edge.create(operations.createGraphEdge, {
  idOf: (call) => call.body.uid ?? call.newId('edge'),
});
export const updateGraphEdge = edge.update(operations.updateGraphEdge, { inputOf: sentWithQuery });
export const deleteGraphEdge = edge.remove(operations.deleteGraphEdge, { readBefore: true });
export const listGraphEdgeHistory = edge.history(operations.listGraphEdgeHistory);

/** Where it is seen what many changes came to: a list of the version. */
const listAt = (path: string, params: ParamsOf<typeof operations.listGraphNodes>): Target => ({
  location: placeOf(path, params),
  id: params.version_id,
});

export const bulkGraphNodes = handler(operations.bulkGraphNodes, async (call) => {
  const target = listAt(operations.listGraphNodes.path, call.params);
  const { reply } = await call.write(graphCommands.bulkGraphNodes, sentWithQuery(call), target);
  return answer(reply.result);
});
export const bulkGraphEdges = handler(operations.bulkGraphEdges, async (call) => {
  const target = listAt(operations.listGraphEdges.path, call.params);
  const { reply } = await call.write(graphCommands.bulkGraphEdges, sentWithQuery(call), target);
  return answer(reply.result);
});
/** A change is undone at once; all that an import did is undone by a job, as it was made. */
export const undoGraphContent = handler(operations.undoGraphContent, async (call) => {
  const { job_id: undone } = call.body;
  if (undone !== undefined) {
    const job = call.newId('job');
    const { on_error = 'fail' } = call.query;
    const input = { ...call.params, job_id: undone, on_error };
    await call.write(graphJobCommands.requestUndo, input, { location: jobAt(job), id: job });
    return resultOf(call, graphJobReads, job);
  }
  const target = listAt(operations.listGraphNodes.path, call.params);
  const { reply } = await call.write(graphCommands.undoGraphContent, sentWithQuery(call), target);
  // The operation may be work, so that the write does not end the call for who does not want to wait.
  return call.respondAsync ? accepted(target.location, { id: target.id }) : answer(reply.result);
});
