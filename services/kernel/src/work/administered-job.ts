import { errors as catalogue, type Job, type JobItem, type JsonObject } from '@cairn/contracts';
import type { JobDocument } from './reads-of-jobs.js';

/** What a job works on. */
export interface WorkedOn {
  /** `dataset_version`, `organization`, … */
  readonly entity_type: string;
  readonly entity_id: string;
}

/**
 * A job as administrators see it, out of how its own person does: what it is, how far, and why it failed. The name of a
 * file, and what its records are told with, is not there.
 */
export const administeredJob = (
  { status_message, result, errors, ...shown }: Job,
  job: JobDocument,
  on: WorkedOn | undefined,
): Job => ({
  ...shown,
  name: job.kind,
  status_message: job.status === 'failed' ? textOf(job.error_code) : status_message,
  ...(result === undefined ? {} : { result: countsIn(result) }),
  ...(errors === undefined ? {} : { errors: errors.map(placeOf) }),
  items: on === undefined ? [] : [itemOf(job, on)],
});

const textOf = (code: string | undefined): string =>
  code !== undefined && Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue].text : '';

const countsIn = (result: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(result).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean'),
  );

const placeOf = ({ line, code }: JsonObject): JsonObject => ({
  code,
  ...(line === undefined ? {} : { line }),
});

const itemOf = (job: JobDocument, on: WorkedOn): JobItem => ({
  id: job.id,
  created_at: job.created_at,
  updated_at: job.updated_at,
  name: '',
  description: '',
  job_id: job.id,
  ...on,
  status: job.status,
  attempts: job.attempts,
  ...(job.error_code === undefined ? {} : { error: job.error_code }),
  ...(job.started_at === '' ? {} : { started_at: job.started_at }),
  ...(job.completed_at === '' ? {} : { completed_at: job.completed_at }),
});
