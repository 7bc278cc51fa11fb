import type {
  DomainEvent,
  ErrorCode,
  JobError,
  JobEventDefinitions,
  JobPlace,
  JobRetried,
  JsonObject,
} from '@cairn/contracts';
import type { Decision } from '../domain/aggregate.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { Places } from './endings.js';
import { afterEnding, isUnended, type JobState, type KnownJob } from './job-state.js';

/**
 * A job whose process ends twice at the same place has ended it, as far as anybody can tell: it fails. A process that
 * somebody kills ends at another place each time, so such attempts do not count against each other: see `isGivenUp`.
 */
const MOST_ALIKE = 2;
/** After so many attempts that ended without a word and stored nothing more the job fails, wherever they were. */
const MOST_UNENDED = 5;
/** The same, when nobody knows where any of them was: it may have been killed as often before it could tell. */
const MOST_UNTOLD = 8;

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly JobError[];
}

/** Why a job failed for which nobody who asked for it is to blame. */
export const OUR_FAILURE: Failure = {
  code: 'internal',
  message: 'The work failed for reasons of ours.',
  errors: [],
};

/** What who takes work knows of the claim before. */
export interface Before {
  /** Its fence, when there was one. */
  readonly after?: string | undefined;
  /** Where it ended without a word; absent when nobody knows, or it was let go. */
  readonly ended?: JobPlace | undefined;
}

export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number | undefined;
  readonly cursor?: JsonObject | undefined;
  /** The worker lets go: another may take the work at once. */
  readonly released?: boolean | undefined;
  /** Let go: nobody takes it before this time. */
  readonly until?: string | undefined;
}

/** What a retry tells; what is a kind's own of it stands beside. */
export interface Retry extends Pick<JobRetried, 'user_id' | 'requester'> {
  readonly [own: string]: unknown;
}

/** Whether nothing comes of the job any more. */
export const isJobOver = ({ status }: Pick<JobState, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** What is decided about durable work of one kind. */
export interface JobDecisions<Known extends KnownJob> {
  /** A worker claims the work. */
  start(this: void, state: JobState<Known>, worker: string, before?: Before): Decision;
  /** What a worker says that has the work; what comes late, from one who let it go or whose work another has, is refused. */
  fenced(this: void, state: JobState<Known>, fence: string, decision: () => Decision): Decision;
  /** What is durable of the work, or the worker lets go. */
  progress(this: void, state: JobState<Known>, fence: string, progress: Progress): Decision;
  complete(this: void, state: JobState<Known>, fence: string, result: JsonObject): Decision;
  fail(this: void, state: JobState<Known>, fence: string, failure: Failure): Decision;
  /** By the holder of the claim, after its last write. */
  endCancelled(this: void, state: JobState<Known>, fence: string, result: JsonObject): Decision;
  cancel(this: void, state: Known): Decision;
  /** Work that failed or was cancelled is to be done again. Throws where its kind has no event for it. */
  retry(this: void, state: Known, data: Retry): Decision;
  isGivenUp(this: void, state: Known, ended: JobPlace | undefined): boolean;
}

/** What decisions about one kind of work follow from. */
export interface Deciding<Known extends KnownJob> {
  readonly events: JobEventDefinitions;
  readonly places: Places;
  isGivenUp?(this: void, job: Known, usual: boolean): boolean;
  /** The code with which a retry is refused of work that neither failed nor was cancelled. */
  readonly notFailed?: ErrorCode;
}

export const jobDecisions = <Known extends KnownJob>({
  events,
  notFailed = 'conflict',
  ...its
}: Deciding<Known>): JobDecisions<Known> => ({
  start: starting(events, givingUp(its)),
  fenced,
  progress: (state, fence, progress) =>
    fenced(state, fence, () => [events.progressed.of(progressData(progress))]),
  complete: (state, fence, result) =>
    fenced(state, fence, () => [(isCancelAsked(state) ? events.cancelled : events.completed).of({ result })]),
  fail: (state, fence, failure) =>
    fenced(state, fence, () =>
      isCancelAsked(state) ? [events.cancelled.of({ result: {} })] : [events.failed.of(failureData(failure))],
    ),
  endCancelled: (state, fence, result) => fenced(state, fence, () => [events.cancelled.of({ result })]),
  cancel: cancelling(events),
  retry: retrying(events, notFailed),
  isGivenUp: givingUp(its),
});

/** Who was told that the work is being cancelled is not told later that it came to another end. */
const isCancelAsked = (state: JobState): boolean => state.status === 'running' && state.cancelAsked;

const fenced = (state: JobState, fence: string, decision: () => Decision): Decision =>
  state.status === 'running' && state.fence === fence && !state.isLetGo ? decision() : taken();

const retrying =
  ({ requested, retried }: JobEventDefinitions, notFailed: ErrorCode) =>
  ({ id, status, run }: KnownJob, data: Retry): Decision => {
    if (retried === undefined) throw new Error(`${requested.name}: its kind has no event for a retry`);
    return status === 'failed' || status === 'cancelled'
      ? [retried.of({ ...data, id, run: run + 1 })]
      : refuse(notFailed, 'Only work that failed or was cancelled can be retried.');
  };

/**
 * A worker claims the work, when nobody has it or the claim before is over. Work that ends its workers is taken no more:
 * it fails. Work that somebody cancelled is taken to be ended.
 */
const starting = <Known extends KnownJob>(
  { started, failed }: JobEventDefinitions,
  isGivenUp: JobDecisions<Known>['isGivenUp'],
) => {
  const afterEnded = (state: Known, attempt: Attempt, ended: JobPlace | undefined): DomainEvent =>
    !state.cancelAsked && isGivenUp(state, ended)
      ? failed.of(failureData(OUR_FAILURE))
      : started.of(ended === undefined ? attempt : { ...attempt, ended });
  return (state: JobState<Known>, worker: string, { after, ended }: Before = {}): Decision => {
    if (state.status === 'none') return refuse('not_found', 'There is no such job.');
    if (isJobOver(state)) return refuse('conflict', 'The job is finished.');
    if (state.status === 'running' && state.fence !== after)
      return refuse('conflict', 'Another worker has the job.');
    const attempt = { worker, attempt: state.attempt + 1 };
    return [isUnended(state) ? afterEnded(state, attempt, ended) : started.of(attempt)];
  };
};

interface Attempt {
  readonly worker: string;
  readonly attempt: number;
}

/**
 * Somebody wants the work to end. What waits is cancelled at once; what runs is ended by whoever has the claim, so that
 * nothing is written after it. To cancel it again changes nothing.
 */
const cancelling =
  ({ cancelled, cancelRequested }: JobEventDefinitions) =>
  (state: KnownJob): Decision => {
    if (state.status === 'cancelled' || (state.status === 'running' && state.cancelAsked)) return [];
    if (isJobOver(state)) return refuse('job_finished', 'The job is over.');
    return state.status === 'queued' ? [cancelled.of({ result: {} })] : [cancelRequested.of({})];
  };

/**
 * Whether the job is taken no more once the attempt under way has ended without a word at this place; `undefined` when
 * nobody knows it. What tells a job that ends its process from one whose process is killed is the place: the same within
 * some heartbeats, or any. Where nothing was told there is no place, and only the number counts. An orderly stop and an
 * engine that is away end no attempt.
 */
const givingUp =
  <Known extends KnownJob>({
    places,
    isGivenUp = (_, usual) => usual,
  }: Pick<Deciding<Known>, 'places' | 'isGivenUp'>): JobDecisions<Known>['isGivenUp'] =>
  (state, ended) => {
    const { unended, endings, furthest } = afterEnding(places, state, ended);
    const most = endings.place === null ? MOST_UNTOLD : MOST_UNENDED;
    const usual = unended >= most || endings.alike >= MOST_ALIKE;
    return isGivenUp({ ...state, unended, endings, furthest }, usual);
  };

const taken = (): Refusal => refuse('conflict', 'The work is no longer with this worker.');

const failureData = ({ code, message, errors }: Failure) => ({ code, message, errors: [...errors] });

const progressData = ({ phase, done, total, cursor, released = false, until }: Progress) => ({
  phase,
  done,
  ...(released ? { released } : {}),
  ...(released && until !== undefined ? { until } : {}),
  ...(total === undefined ? {} : { total }),
  ...(cursor === undefined ? {} : { cursor }),
});
