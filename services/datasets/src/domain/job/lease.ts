import {
  datasetJobStreamEvents,
  type DatasetJobEvent,
  type JsonObject,
  type ImportRecordError,
} from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { withEnding } from './endings.js';
import { type JobState, type KnownJob, LEASE_MS } from './state.js';

const { DatasetJobStarted, DatasetJobProgressed, DatasetJobCompleted, DatasetJobFailed } =
  datasetJobStreamEvents;

/**
 * A job whose process ends twice at the same place has ended it, as far as anybody can tell: it fails. A process that
 * somebody kills ends at another place each time, so such attempts do not count against each other: see `isGivenUp`.
 */
const MOST_ALIKE = 2;
/** After so many attempts that ended without a word, wherever they were, and stored nothing more, the job fails. */
const MOST_UNENDED = 5;

/**
 * Whether the job is taken no more once the attempt under way has ended without a word. What tells a job that ends its
 * process from one whose process is killed is the place: the same within some heartbeats, or any. A job that ends it at
 * a place that chance gives (a leak, say) has five attempts; an honest one that is killed twice within the first
 * heartbeats of its attempts has two. An orderly stop and an engine that is away end no attempt.
 */
export const isGivenUp = ({ unended, endings, at }: KnownJob): boolean =>
  unended >= MOST_UNENDED || withEnding(endings, at).alike >= MOST_ALIKE;

/** Whether an attempt that is taken now comes after one that ended without a word, and not behind its place. */
export const wouldBeSuspect = (state: JobState): boolean =>
  state.status === 'running' && withEnding(state.endings, state.at).place !== null;

/** Whether the attempt under way does; one that is being taken has no lease yet. */
export const isSuspect = (state: JobState, now: string): boolean =>
  state.status === 'running' && (state.lease_until <= now || state.endings.place !== null);

/** Why a job failed for which nobody who asked for it is to blame. */
export const OUR_FAILURE: Failure = {
  code: 'internal',
  message: 'The work failed for reasons of ours.',
  errors: [],
};

/**
 * A worker takes the work, when nobody has it or its lease is over. `now` is RFC 3339. Work that ends its workers is
 * taken no more: it fails.
 */
export const decideStart = (state: JobState, worker: string, now: string): Decision<DatasetJobEvent> => {
  if (state.status === 'none') return refuse('not_found', 'There is no such job.');
  if (isOver(state)) return refuse('conflict', 'The job is finished.');
  if (state.status === 'running' && state.lease_until > now)
    return refuse('conflict', 'Another worker has the job.');
  if (isGivenUp(state)) return [DatasetJobFailed.of({ ...OUR_FAILURE, errors: [] })];
  return [DatasetJobStarted.of({ lease_until: leaseFrom(now), worker, attempt: state.attempt + 1 })];
};

export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number | undefined;
  readonly cursor?: JsonObject | undefined;
  /** The worker lets go: another may take the work at once. */
  readonly released?: boolean | undefined;
}

/** The worker goes on: its lease begins anew. */
export const decideProgress = (
  state: JobState,
  fence: string,
  { phase, done, total, cursor, released = false }: Progress,
  now: string,
): Decision<DatasetJobEvent> =>
  fenced(state, fence) ?? [
    DatasetJobProgressed.of({
      phase,
      done,
      lease_until: released ? now : leaseFrom(now),
      ...(total === undefined ? {} : { total }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
  ];

export const decideComplete = (
  state: JobState,
  fence: string,
  result: JsonObject,
): Decision<DatasetJobEvent> => fenced(state, fence) ?? [DatasetJobCompleted.of({ result })];

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly ImportRecordError[];
}

export const decideFail = (state: JobState, fence: string, failure: Failure): Decision<DatasetJobEvent> =>
  fenced(state, fence) ?? [DatasetJobFailed.of({ ...failure, errors: [...failure.errors] })];

const isOver = ({ status }: KnownJob): boolean => status === 'completed' || status === 'failed';

/** What comes late, from a worker whose work another has taken over, is dropped. */
const fenced = (state: JobState, fence: string): Refusal | undefined =>
  state.status === 'running' && state.fence === fence
    ? undefined
    : refuse('conflict', 'The work is no longer with this worker.');

const leaseFrom = (now: string): string => new Date(Date.parse(now) + LEASE_MS).toISOString();
