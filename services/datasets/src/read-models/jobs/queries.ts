import type { ImportRecordError, Job, JsonObject } from '@cairn/contracts';
import type { Document, Reading, Versioned } from '@cairn/kernel';
import { readableDataset } from '../parents.js';
import { writeRefusal } from '../writing.js';
import { JOBS } from './project.js';

/** What the projection puts. */
export type JobDocument = Document & {
  readonly kind: 'import' | 'duplicate';
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly name: string;
  readonly user_id: string;
  readonly dataset_id: string;
  readonly version_id: string;
  readonly started_at: string;
  readonly completed_at: string;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly progress?: NonNullable<Job['progress']>;
  readonly result?: JsonObject;
  readonly error_code?: string;
  readonly message?: string;
  readonly errors?: ImportRecordError[];
};

/**
 * An import or a duplicate, for those who may read its dataset, and for who asked for it as long as they may write that;
 * `undefined` for all others.
 */
export const jobById = async (reading: Reading, id: string): Promise<Versioned<Job> | undefined> => {
  const job = (await reading.documents.get(JOBS, id)) as JobDocument | undefined;
  if (job === undefined || !(await mayKnow(reading, job))) return undefined;
  return { resource: jobOf(job), revision: job.revision, streams: [`datasetJob-${id}`] };
};

const mayKnow = async (reading: Reading, job: JobDocument): Promise<boolean> => {
  const { dataset_id, user_id, updated_at: at } = job;
  // What an import tells of its records is of the past by now.
  const then = { ...reading, moment: { at } };
  return (
    (await readableDataset(then, dataset_id)) !== undefined ||
    (user_id === reading.principal.userId && (await writeRefusal(reading, { dataset_id })) === undefined)
  );
};

/** What it takes to look how a job stands. */
export interface JobReading {
  readonly today: Pick<Reading['today'], 'get'>;
}

/** How an import or a duplicate stands, for who asked for it. */
export const jobDocument = async ({ today }: JobReading, id: string): Promise<JobDocument | undefined> =>
  (await today.get(JOBS, id)) as JobDocument | undefined;

const jobOf = (job: JobDocument): Job => ({
  id: job.id,
  created_at: job.created_at,
  updated_at: job.updated_at,
  name: job.name,
  description: '',
  job_type: job.kind,
  application_id: '',
  status: job.status,
  status_message: messageOf(job),
  user_id: job.user_id,
  cpu_start_time: job.started_at,
  cpu_end_time: job.completed_at,
  gpu_start_time: '',
  gpu_end_time: '',
  agent_name: '',
  dataset_id: job.dataset_id,
  dataset_version_id: job.version_id,
  model_id: '',
  model_version_id: '',
  start_model_id: '',
  start_model_version_id: '',
  items: [],
  ...(job.progress === undefined ? {} : { progress: job.progress }),
  ...(job.result === undefined ? {} : { result: job.result }),
  ...failureOf(job),
});

const failureOf = ({ error_code, errors }: JobDocument): Pick<Job, 'error_code' | 'errors'> =>
  error_code === undefined ? {} : { error_code, errors: errors ?? [] };

const messageOf = ({ status, progress, message = '' }: JobDocument): string => {
  if (status === 'failed') return message;
  if (progress === undefined || status === 'completed') return '';
  return `${progress.phase}: ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`;
};
