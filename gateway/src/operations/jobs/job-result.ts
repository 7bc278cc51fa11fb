import type { JobReadsOfKind } from '@cairn/kernel';
import { answer, type Answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { finishedJob } from './finished-job.js';
import { jobOnly, unlessUndone } from './job-answers.js';

/** The work is over within so long, or goes on as a job. */
const LONGEST_MS = 10_000;

/** 200 with what a job came to when it is over in time, else 202 with the job. */
export const resultOf = async (call: Call, reads: JobReadsOfKind, job: string): Promise<Answer> => {
  const finished = await finishedJob(call, reads, job, LONGEST_MS);
  if (finished === undefined) return jobOnly(reads, call.context, job);
  unlessUndone(finished.job);
  return answer(finished.job.result);
};
