import {
  datasetJobStreamEvents,
  type DatasetJobEvent,
  type JsonObject,
  type ImportRecordError,
} from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { type JobState, type KnownJob, LEASE_MS } from './state.js';

const { DatasetJobStarted, DatasetJobProgressed, DatasetJobCompleted, DatasetJobFailed } =
  datasetJobStreamEvents;

/** After so many attempts that ended without a word and came no further, the job fails. */
export const MOST_UNENDED = 5;

/** Why a job failed for which nobody who asked for it is to blame. */
export const OUR_FAILURE: Failure = {
  code: 'internal',
  message: 'The work failed for reasons of ours.',
  errors: [],
};

/**
 * A worker takes the work, when nobody has it or its lease is over. `now` is RFC 3339. Work that ends its workers again
 * and again is taken no more: it fails.
 */
export const decideStart = (state: JobState, worker: string, now: string): Decision<DatasetJobEvent> => {
  if (state.status === 'none') return refuse('not_found', 'There is no such job.');
  if (isOver(state)) return refuse('conflict', 'The job is finished.');
  if (state.status === 'running' && state.lease_until > now)
    return refuse('conflict', 'Another worker has the job.');
  if (state.unended >= MOST_UNENDED) return [DatasetJobFailed.of({ ...OUR_FAILURE, errors: [] })];
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
