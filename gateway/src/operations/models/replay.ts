import { modelCommands, operations } from '@cairn/contracts';
import { modelJobReads } from '@cairn/models';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { finishedJob } from '../jobs/finished-job.js';
import { jobAt, jobOnly, unlessUndone } from '../jobs/job-answers.js';
import { sentIn } from '../resource.js';

/** 200 with the comparison when it is done in time, else 202 with the job. */
export const replayModelVersion = handler(operations.replayModelVersion, async (call) => {
  const id = call.newId('job');
  await call.write(modelCommands.replayModelVersion, sentIn(call), { location: jobAt(id), id });
  const finished = await finishedJob(call, modelJobReads, id);
  if (finished === undefined) return jobOnly(modelJobReads, call.context, id);
  const { job, context } = finished;
  unlessUndone(job);
  const { registers, vault } = call.edge;
  return answer(found(await modelJobReads.byId(context, id, registers, vault)).resource.result);
});
