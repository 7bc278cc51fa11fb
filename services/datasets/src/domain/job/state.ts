import {
  type DatasetJobEvent,
  datasetJobStreamEvents,
  type FileRecord,
  type ImportOptions,
  type ImportRecordError,
  type JsonObject,
} from '@cairn/contracts';
import { type Actor, aggregate, type EventFacts } from '@cairn/kernel';
import {
  beginning,
  type Endings,
  NO_ENDINGS,
  STORING,
  type Stretch,
  toldAt,
  unlessPast,
  withEnding,
} from './endings.js';

/** How long a worker has the work without saying that it goes on, ms. */
export const LEASE_MS = 15_000;

export { STORING } from './endings.js';

/** Durable work as its stream tells it. */
export interface KnownJob {
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly id: string;
  readonly kind: 'import' | 'duplicate';
  readonly dataset_id: string;
  /** Where the items go to. */
  readonly version_id: string;
  readonly source_version_id: string | null;
  readonly user_id: string;
  /** Who asked: the items are theirs. */
  readonly actor: Actor;
  readonly name: string;
  readonly file: FileRecord | null;
  readonly format: string | null;
  readonly options: ImportOptions;
  readonly requested_at: string;
  /** RFC 3339; empty before a worker took it. */
  readonly lease_until: string;
  /** Revision of the event that gave the work to its worker, decimal; a late result of another is dropped. */
  readonly fence: string;
  readonly attempt: number;
  /** Attempts that ended without a word since the work last came further, the one under way among them. */
  readonly unended: number;
  /** Where the attempt under way is; null when it was let go, or before the first. */
  readonly at: Stretch | null;
  /** Where attempts before it ended without a word. */
  readonly endings: Endings;
  readonly phase: string;
  /** So many of its items were stored at most when a worker told it. */
  readonly furthest: number;
  readonly cursor: JsonObject | null;
  readonly result: JsonObject | null;
  readonly failure: { readonly code: string; readonly errors: readonly ImportRecordError[] } | null;
}

export type JobState = { readonly status: 'none' } | KnownJob;

const NONE: JobState = { status: 'none' };

const evolve = (state: JobState, event: DatasetJobEvent, facts: EventFacts): JobState => {
  if (event.type === 'DatasetJobRequested') return requested(event.data, facts);
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'DatasetJobStarted': {
      const { lease_until, attempt } = event.data;
      return {
        ...state,
        status: 'running',
        lease_until,
        attempt,
        fence: facts.revision.toString(),
        unended: state.unended + 1,
        at: beginning(state.furthest, state.cursor !== null),
        endings: withEnding(state.endings, state.at),
      };
    }
    case 'DatasetJobProgressed':
      return progressed(state, event.data, facts);
    case 'DatasetJobCompleted':
      return { ...state, status: 'completed', result: event.data.result, cursor: null };
    case 'DatasetJobFailed': {
      const { code, errors } = event.data;
      return { ...state, status: 'failed', failure: { code, errors }, cursor: null };
    }
    default:
      return event satisfies never;
  }
};

type ProgressedData = Extract<DatasetJobEvent, { type: 'DatasetJobProgressed' }>['data'];

/** What a worker lets go did not end without a word; what comes further than ever counts its attempts anew. */
const progressed = (
  state: KnownJob,
  { phase, done, lease_until, cursor }: ProgressedData,
  { at }: EventFacts,
): KnownJob => {
  const isFurther = phase === STORING && done > state.furthest;
  const isLetGo = lease_until <= at;
  const place = toldAt(state.at, phase, done, state.furthest);
  return {
    ...state,
    at: isLetGo ? null : place,
    endings: unlessPast(state.endings, place),
    phase,
    lease_until,
    cursor: cursor ?? state.cursor,
    furthest: isFurther ? done : state.furthest,
    unended: (isFurther ? 1 : state.unended) - (isLetGo ? 1 : 0),
  };
};

type RequestedData = Extract<DatasetJobEvent, { type: 'DatasetJobRequested' }>['data'];

const requested = (data: RequestedData, { at, actor }: EventFacts): KnownJob => ({
  ...data,
  status: 'queued',
  source_version_id: data.source_version_id ?? null,
  actor,
  file: data.file ?? null,
  format: data.format ?? null,
  options: data.options ?? { on_error: 'fail', dry_run: false },
  requested_at: at,
  lease_until: '',
  fence: '',
  attempt: 0,
  unended: 0,
  at: null,
  endings: NO_ENDINGS,
  phase: '',
  furthest: 0,
  cursor: null,
  result: null,
  failure: null,
});

/** `datasetJob-<id>`: an import or a duplicate. */
export const datasetJob = aggregate<JobState, DatasetJobEvent>({
  category: 'datasetJob',
  events: Object.values(datasetJobStreamEvents),
  stateVersion: 3,
  initial: NONE,
  evolve,
});
