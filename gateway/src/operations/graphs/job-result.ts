import { graphJobReads } from '@cairn/graphs';
import { answer, type Answer, type Call } from '../handler.js';
import { finishedJob } from '../jobs/finished-job.js';
import { jobOnly, unlessUndone } from '../jobs/job-answers.js';

/** 200 with what a job came to when it is over in time, else 202 with the job. */
export const resultOf = async (call: Call, job: string): Promise<Answer> => {
  const finished = await finishedJob(call, graphJobReads, job);
  if (finished === undefined) return jobOnly(graphJobReads, call.context, job);
  unlessUndone(finished.job);
  return answer(finished.job.result);
};
