import type { Job } from '@cairn/contracts';
import type { JobDocument } from './reads-of-jobs.js';

/** A job as REST shows it, without what is its kind's own. */
export const jobResource = (job: JobDocument): Job => ({
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
  dataset_id: '',
  dataset_version_id: '',
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

const messageOf = ({ status, progress, message = '', cancel_requested }: JobDocument): string => {
  if (status === 'failed') return message;
  if (status === 'running' && cancel_requested === true) return 'cancelling';
  if (progress === undefined || status !== 'running') return '';
  return `${progress.phase}: ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`;
};
