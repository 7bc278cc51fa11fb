export { type Claim, Claims, type ShownProgress } from './claims.js';
export { isJobOver, type JobDecisions, OUR_FAILURE, type Retry } from './decisions.js';
export { type JobDefinition, type JobKind, jobKind } from './job.js';
export { inTurn } from './turns.js';
export { byWorker, type CancelRefusal, jobServiceCommands } from './job-commands.js';
export { type JobProjection, jobProjection, waitingJobs } from './job-documents.js';
export { JobEnds } from './job-ends.js';
export { JobLease, LEASE_MS, LetGoUntil, type ToldProgress, WorkStopped } from './job-lease.js';
export { growingPause } from './growing-pause.js';
export { jobReads, type JobsOfAll, jobsOfAll, type Opening } from './job-reads.js';
export type { JobContext, JobDocument, JobReads, JobReadsOfKind, JobSeals } from './reads-of-jobs.js';
export { JobRefused, unlessRefused } from './job-refused.js';
export type { JobState, KnownJob } from './job-state.js';
export type { JobWork, WorkerOptions } from './job-attempt.js';
export { jobWork } from './job-worker.js';
export { type OneAtATime, oneAtATime } from './one-at-a-time.js';
export {
  availableRequester,
  noRequesters,
  principalNow,
  requesterOf,
  type Requesters,
} from './requesters.js';
export { untilReached } from './until-reached.js';
export { SlicedAppends } from './sliced-appends.js';
