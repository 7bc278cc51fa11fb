import { graphJobReads } from '@cairn/graphs';
import { answer, type Answer, type Call } from '../handler.js';
import { finishedJob } from '../jobs/finished-job.js';
import { jobOnly, unlessUndone } from '../jobs/job-answers.js';

/** Work on a graph is over within so long, or goes on as a job. */
const LONGEST_MS = 10_000;

/** 200 with what a job came to when it is over in time, else 202 with the job. */
export const resultOf = async (call: Call, job: string): Promise<Answer> => {
  const finished = await finishedJob(call, graphJobReads, job, LONGEST_MS);
  if (finished === undefined) return jobOnly(graphJobReads, call.context, job);
  unlessUndone(finished.job);
  return answer(finished.job.result);
};
