import {
  type LeftAnswers,
  type PostProcessorJobEvent,
  postProcessorJobStreamEvents as events,
} from '@cairn/contracts';
import { type Decision, derivedId, notFound, refuse } from '@cairn/kernel';
import {
  type KeptAnswer,
  type KnownPostProcessorJob,
  pauseUntil,
  type PostProcessorJobState,
} from './state.js';

/** A job has so many attempts, and so many more when it is retried. */
const ATTEMPTS = 3;
/** So long a job waits at most for what is away or busy, ms. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

type Decided = Decision<PostProcessorJobEvent>;
type RequestedData = Extract<PostProcessorJobEvent, { type: 'PostProcessorJobRequested' }>['data'];

/** The id of the job of a post-processor on an item as it is at a revision: the same however often it is asked for. */
export const jobIdOf = (itemId: string, postProcessorId: string, content: string): string =>
  derivedId(itemId, postProcessorId, content, 'post-processor job');

const refOf = ({ version_id, item_id, post_processor_id }: KnownPostProcessorJob) => ({
  version_id,
  item_id,
  post_processor_id,
});

export const decideRequest = (
  state: PostProcessorJobState,
  data: Omit<RequestedData, 'max_attempts'>,
): readonly PostProcessorJobEvent[] =>
  state.status === 'none' ? [events.PostProcessorJobRequested.of({ ...data, max_attempts: ATTEMPTS })] : [];

interface Claim {
  readonly worker: string;
  readonly user_id: string;
  readonly lease_until: string;
}

interface Moment {
  readonly now: string;
  /** A worker that is not there any more: its claims are over. */
  readonly gone?: string | undefined;
}

const isFree = ({ status, due, worker }: KnownPostProcessorJob, { now, gone }: Moment): boolean => {
  if (status === 'pending') return due <= now;
  return status === 'processing' && (due <= now || worker === gone);
};

/**
 * A worker takes a job that is due: one that waits, or whose worker has not told an end in its time. One that has no
 * attempt left fails instead.
 */
export const decideStart = (state: PostProcessorJobState, claim: Claim, moment: Moment): Decided => {
  if (state.status === 'none' || !isFree(state, moment)) return taken();
  const ref = refOf(state);
  const was = state.status === 'pending' ? 'pending' : 'processing';
  if (state.attempts >= state.max_attempts) {
    const message = `Its worker ended ${state.attempts} times without telling how.`;
    return [events.PostProcessorJobFailed.of({ ...ref, code: 'internal', message, was })];
  }
  const attempt = state.attempts + 1;
  return [events.PostProcessorJobStarted.of({ ...ref, ...claim, attempt, was })];
};

const taken = () => refuse('conflict', 'The job is not to be taken now.');

/** What the worker that has the job says of it; another one is refused: its claim is over. */
const fenced = (
  state: PostProcessorJobState,
  fence: string,
  said: (job: KnownPostProcessorJob) => readonly PostProcessorJobEvent[],
): Decided => (state.status === 'processing' && state.fence === fence ? said(state) : taken());

export const decideAnswer = (state: PostProcessorJobState, fence: string, answer: KeptAnswer): Decided =>
  fenced(state, fence, (job) =>
    job.answer === null ? [events.PostProcessorJobAnswered.of({ ...refOf(job), ...answer })] : [],
  );

interface Ended {
  readonly outcome: string;
  readonly applied: number;
  readonly left: readonly LeftAnswers[];
}

export const decideComplete = (state: PostProcessorJobState, fence: string, ended: Ended): Decided =>
  fenced(state, fence, (job) => [
    events.PostProcessorJobCompleted.of({ ...refOf(job), ...ended, left: [...ended.left] }),
  ]);

interface Reason {
  readonly code: string;
  readonly message: string;
}

export const decideFail = (state: PostProcessorJobState, fence: string, { code, message }: Reason): Decided =>
  fenced(state, fence, (job) => [
    events.PostProcessorJobFailed.of({ ...refOf(job), code, message, was: 'processing' }),
  ]);

interface Deferral extends Reason {
  readonly due: string;
  /** Whether the attempt is used up. */
  readonly counts: boolean;
}

/** It waits, unless it has no attempt left, or would have waited too long: then it fails for that reason. */
export const decideDefer = (
  state: PostProcessorJobState,
  fence: string,
  { due, counts, ...reason }: Deferral,
  now: string,
): Decided =>
  fenced(state, fence, (job) => {
    const pauseMs = pauseUntil(due, now);
    const isOver = counts
      ? job.attempts >= job.max_attempts
      : pauseMs > 0 && job.waited + pauseMs > LONGEST_WAIT_MS;
    return isOver
      ? [events.PostProcessorJobFailed.of({ ...refOf(job), ...reason, was: 'processing' })]
      : [events.PostProcessorJobDeferred.of({ ...refOf(job), ...reason, due, counts })];
  });

export const decideRetry = (state: PostProcessorJobState, user_id: string): Decided => {
  if (state.status === 'none') return notFound();
  if (state.status !== 'failed') return refuse('job_not_failed', 'Only a job that failed can be retried.');
  const max_attempts = state.attempts + ATTEMPTS;
  return [events.PostProcessorJobRetried.of({ ...refOf(state), max_attempts, user_id })];
};
