import { graphJobCommands, operations } from '@cairn/contracts';
import { graphJobReads, graphStats } from '@cairn/graphs';
import { ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { jobAt } from '../jobs/job-answers.js';
import { resultOf } from '../jobs/job-result.js';

export const getGraphStats = handler(operations.getGraphStats, async ({ context, params }) =>
  ok(found(await graphStats.ofGraph(context, params))),
);
export const getGraphVersionStats = handler(operations.getGraphVersionStats, async ({ context, params }) =>
  ok(found(await graphStats.ofVersion(context, params))),
);

export const computeGraphVersionStats = handler(operations.computeGraphVersionStats, async (call) => {
  const id = call.newId('job');
  await call.write(graphJobCommands.requestMeasure, call.params, { location: jobAt(id), id });
  return resultOf(call, graphJobReads, id);
});

export const validateGraphVersion = handler(operations.validateGraphVersion, async (call) => {
  const id = call.newId('job');
  const input = { ...call.params, ...call.body };
  await call.write(graphJobCommands.requestValidation, input, { location: jobAt(id), id });
  return resultOf(call, graphJobReads, id);
});
