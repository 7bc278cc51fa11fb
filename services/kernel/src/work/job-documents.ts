import type { DomainEvent, JobEventData } from '@cairn/contracts';
import type { Change, Collection, Documents, Index } from '../documents/port.js';
import type { Json } from '../base/json-value.js';
import { type ProjectedEvent, type Projection, projection } from '../projection/projection.js';
import type { Backlog } from '../context/backlog.js';
import type { Derived } from '../targets/derived.js';
import type { JobKind } from './job.js';
import type { JobDocument } from './reads-of-jobs.js';
import { jobEventsIn, type LaterJobEvent } from './job-state.js';

/** What workers look for, the lists of who asked, and those of administrators. */
const indexes: readonly Index[] = [
  { kind: 'compound', fields: ['status', 'created_at'] },
  { kind: 'compound', fields: ['user_id', 'created_at'] },
  { kind: 'compound', fields: ['user_id', 'updated_at'] },
  { kind: 'compound', fields: ['user_id', 'status', 'created_at'] },
  { kind: 'compound', fields: ['user_id', 'kind', 'created_at'] },
  { kind: 'compound', fields: ['kind', 'created_at'] },
  { kind: 'compound', fields: ['created_at'] },
  { kind: 'compound', fields: ['updated_at'] },
];

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

/** In what the documents of one kind differ from those of others. */
export interface JobProjection {
  readonly name: string;
  readonly version: number;
  /** Indexes that its service needs beside those of all. */
  readonly own?: readonly Index[];
  /** What is kept beside the documents and follows from them. */
  readonly derived?: Derived;
  /** Of what else it makes documents. */
  readonly collections?: readonly Collection[];
  /** What a document has of the request, where that is not all that it told: nothing else of it is ever written. */
  ofRequest?(this: void, data: JobEventData['requested']): object;
  /** What else an event changes, one of its own or one of the kit; after what the kit makes of it. */
  projectOwn?(this: void, event: DomainEvent, facts: Facts): readonly Change[];
}

/** A document for each job of a kind. */
export const jobProjection = (
  { collection, events, ownEvents }: Pick<JobKind, 'collection' | 'events' | 'ownEvents'>,
  {
    name,
    version,
    own = [],
    collections = [],
    derived,
    ofRequest = (data) => data,
    projectOwn = () => [],
  }: JobProjection,
): Projection => {
  const read = jobEventsIn(events);
  const ofKit = (event: DomainEvent, facts: Facts): Change => {
    const told = read(event);
    if (told?.does === 'requested') return requested(collection, ofRequest(told.data), facts);
    const { id, revision, at: updated_at } = facts;
    const changed = told === undefined ? {} : fieldsAfter(told, facts);
    return {
      kind: 'patch',
      collection,
      id,
      fields: { ...changed, revision: revision.toString(), updated_at },
    };
  };
  return projection({
    name,
    version,
    collections: [{ name: collection, indexes: [...indexes, ...own] }, ...collections],
    ...(derived === undefined ? {} : { derived }),
    events: [...Object.values(events), ...ownEvents],
    project: (event: DomainEvent, facts: Facts): readonly Change[] => [
      ofKit(event, facts),
      ...projectOwn(event, facts),
    ],
  });
};

const WAITING = { status: 'queued', started_at: '', completed_at: '', attempts: 0 } as const;

/** What came of the run before is gone. */
const NOTHING_CAME = {
  progress: undefined,
  result: undefined,
  error_code: undefined,
  message: undefined,
  errors: undefined,
  cancel_requested: undefined,
  until: undefined,
} as const satisfies Fields;

const requested = (collection: string, data: object, { id, at, revision }: Facts): Change => ({
  kind: 'put',
  collection,
  document: {
    ...data,
    id,
    ...WAITING,
    revision: revision.toString(),
    created_at: at,
    updated_at: at,
  },
});

const fieldsAfter = ({ does, data }: LaterJobEvent, { at }: Facts): Fields => {
  switch (does) {
    case 'started':
      return started(data, at);
    case 'progressed':
      return { progress: progressOf(data), until: data.until };
    case 'failed': {
      const { code, message, errors } = data;
      return { status: 'failed', completed_at: at, error_code: code, message, errors };
    }
    case 'cancelRequested':
      return { cancel_requested: true };
    case 'completed':
    case 'cancelled':
      return { status: does, result: data.result as Json, completed_at: at };
    case 'retried': {
      const { run, user_id, requester } = data;
      return { ...WAITING, ...NOTHING_CAME, run, user_id, requester, retried_at: at };
    }
    default:
      return does satisfies never;
  }
};

const started = ({ worker, attempt: attempts }: JobEventData['started'], at: string): Fields => ({
  ...{ status: 'running', worker, attempts, until: undefined },
  ...(attempts === 1 ? { started_at: at } : {}),
});

const progressOf = ({ phase, done, total }: JobEventData['progressed']): Json =>
  total === undefined ? { phase, done } : { phase, done, total };

export interface OpenJob {
  readonly id: string;
  /** Whose it is: the organization of the key that asked for it, else the person. */
  readonly tenant: string;
  /** No worker has taken it yet. */
  readonly isNew: boolean;
  /** Somebody wants it to end. */
  readonly isCancelled: boolean;
  /** Nobody takes it before this time, RFC 3339. */
  readonly until?: string;
  /** When it was asked for, or retried, RFC 3339. */
  readonly askedAt: string;
}

/** Of those that came first, and of those that came last. */
const [LOOKED_THROUGH, LAST] = [1_000, 100];

/**
 * Jobs that wait, and those that run: their claims say whether a worker may take them. Where there are very many, those
 * that came last are among them: who asked for a thousand does not hide what another asks for now.
 */
export const openJobs = async (
  { collection }: Pick<JobKind, 'collection'>,
  documents: Pick<Documents, 'find'>,
): Promise<readonly OpenJob[]> => {
  const found = await Promise.all(
    ['queued', 'running'].map(async (status) => {
      const filter = { fields: { status } };
      const first = await documents.find(collection, { filter, sort: 'created_at', limit: LOOKED_THROUGH });
      if (first.length < LOOKED_THROUGH) return first;
      const last = await documents.find(collection, { filter, sort: '-created_at', limit: LAST });
      return [...first, ...last];
    }),
  );
  const byId = new Map(found.flat().map((job) => [job.id, job as JobDocument]));
  return [...byId.values()].map(openJob);
};

const openJob = (job: JobDocument): OpenJob => ({
  id: job.id,
  tenant: job.requester.organization_id ?? job.requester.user_id,
  isNew: job.status === 'queued',
  isCancelled: job.cancel_requested === true,
  ...(job.until === undefined ? {} : { until: job.until }),
  askedAt: askedAt(job),
});

const askedAt = ({ retried_at, created_at }: JobDocument): string => retried_at ?? created_at;

const COUNTED = 1_000;
const LOOKED_AT = 100;

/** How many jobs no worker has taken yet, counted up to a thousand, and since when the oldest of a hundred waits. */
export const waitingJobs = async (
  { collection }: Pick<JobKind, 'collection'>,
  documents: Pick<Documents, 'find' | 'count'>,
): Promise<Backlog> => {
  const filter = { fields: { status: 'queued' } };
  const some = await documents.find(collection, { filter, sort: 'created_at', limit: LOOKED_AT });
  const since = some.map((job) => askedAt(job as JobDocument)).sort()[0];
  const waiting = some.length < LOOKED_AT ? some.length : await documents.count(collection, filter, COUNTED);
  return { waiting, ...(since === undefined ? {} : { since }) };
};
