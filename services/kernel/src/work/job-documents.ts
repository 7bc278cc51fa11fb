import type { DomainEvent, JobEventData } from '@cairn/contracts';
import type { Change, Documents, Index } from '../documents/port.js';
import type { Json } from '../eventlog/port.js';
import { type ProjectedEvent, type Projection, projection } from '../reactions/projection.js';
import type { Backlog } from '../runtime/backlog.js';
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

/** A document for each job of a kind; `own` are the indexes that its service needs beside those of all. */
export const jobProjection = (
  { collection, events }: Pick<JobKind, 'collection' | 'events'>,
  {
    name,
    version,
    own = [],
  }: { readonly name: string; readonly version: number; readonly own?: readonly Index[] },
): Projection => {
  const read = jobEventsIn(events);
  return projection({
    name,
    version,
    collections: [{ name: collection, indexes: [...indexes, ...own] }],
    events: Object.values(events),
    project: (event: DomainEvent, facts: Facts): readonly Change[] => {
      const told = read(event);
      if (told === undefined) return [];
      if (told.does === 'requested') return [requested(collection, told.data, facts)];
      const { id, revision, at: updated_at } = facts;
      const fields = { ...fieldsAfter(told, facts), revision: revision.toString(), updated_at };
      return [{ kind: 'patch', collection, id, fields }];
    },
  });
};

const requested = (
  collection: string,
  data: JobEventData['requested'],
  { id, at, revision }: Facts,
): Change => ({
  kind: 'put',
  collection,
  document: {
    ...data,
    id,
    status: 'queued',
    started_at: '',
    completed_at: '',
    attempts: 0,
    revision: revision.toString(),
    created_at: at,
    updated_at: at,
  },
});

const fieldsAfter = ({ does, data }: LaterJobEvent, { at }: Facts): Fields => {
  switch (does) {
    case 'started': {
      const { worker, attempt: attempts } = data;
      return { status: 'running', worker, attempts, ...(attempts === 1 ? { started_at: at } : {}) };
    }
    case 'progressed':
      return { progress: progressOf(data) };
    case 'failed': {
      const { code, message, errors } = data;
      return { status: 'failed', completed_at: at, error_code: code, message, errors };
    }
    case 'cancelRequested':
      return { cancel_requested: true };
    case 'completed':
    case 'cancelled':
      return { status: does, result: data.result as Json, completed_at: at };
    default:
      return does satisfies never;
  }
};

const progressOf = ({ phase, done, total }: JobEventData['progressed']): Json =>
  total === undefined ? { phase, done } : { phase, done, total };

export interface OpenJob {
  readonly id: string;
  /** Whose it is: the organization of the key that asked for it, else the person. */
  readonly tenant: string;
  /** No worker has taken it yet. */
  readonly isNew: boolean;
  /** When it was asked for, RFC 3339. */
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

const openJob = ({ id, status, created_at, requester }: JobDocument): OpenJob => ({
  id,
  tenant: requester.organization_id ?? requester.user_id,
  isNew: status === 'queued',
  askedAt: created_at,
});

const COUNTED = 1_000;
const LOOKED_AT = 100;

/** How many jobs no worker has taken yet, counted up to a thousand, and since when the oldest of a hundred waits. */
export const waitingJobs = async (
  { collection }: Pick<JobKind, 'collection'>,
  documents: Pick<Documents, 'find' | 'count'>,
): Promise<Backlog> => {
  const filter = { fields: { status: 'queued' } };
  const some = await documents.find(collection, { filter, sort: 'created_at', limit: LOOKED_AT });
  const since = some.map((job) => job['created_at'] as string).sort()[0];
  const waiting = some.length < LOOKED_AT ? some.length : await documents.count(collection, filter, COUNTED);
  return { waiting, ...(since === undefined ? {} : { since }) };
};
