import { operations } from '@cairn/contracts';
import { jobById } from '@cairn/datasets';
import { Problem } from '../../../problems/problem.js';
import { handler, ok } from '../../handler.js';

export const getJob = handler(operations.getJob, async (call) => {
  const job = await jobById(call.reading, call.params.id);
  if (job === undefined) throw new Problem('job_not_found');
  return ok(job);
});
