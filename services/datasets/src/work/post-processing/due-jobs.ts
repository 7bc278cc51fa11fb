import type { Documents } from '@cairn/kernel';
import type { Workers } from './workers.js';
import {
  POST_PROCESSOR_JOBS,
  type PostProcessorJobDocument,
  type QueueDocument,
} from '../../read-models/post-processor-jobs/documents.js';

/** A job that may be taken, and whose it is. */
export interface DueJob {
  readonly id: string;
  readonly post_processor_id: string;
  readonly tenant: string;
  /** The worker that has it, and is not there any more. */
  readonly gone?: string;
}

/** Jobs of a post-processor that are due, those that have waited longest first. The stream is asked before one is taken. */
export const dueJobs = async (
  documents: Pick<Documents, 'find'>,
  { id: post_processor_id, user_id: tenant }: QueueDocument,
  now: string,
  limit: number,
): Promise<readonly DueJob[]> => {
  const filter = { fields: { post_processor_id, open: true, due: { to: now } } };
  const jobs = await documents.find(POST_PROCESSOR_JOBS, { filter, sort: 'due', limit });
  return (jobs as readonly PostProcessorJobDocument[]).map(({ id }) => ({ id, post_processor_id, tenant }));
};

const MOST_LEFT = 100;

/** Jobs that a worker has which is not there any more, before their time is over. */
export const leftJobs = async (
  documents: Pick<Documents, 'find'>,
  workers: Workers,
): Promise<readonly DueJob[]> => {
  const filter = { fields: { status: 'processing' } };
  const found = await documents.find(POST_PROCESSOR_JOBS, { filter, sort: 'due', limit: MOST_LEFT });
  const jobs = found as readonly PostProcessorJobDocument[];
  const gone = await workers.gone(jobs.map(({ worker = '' }) => worker));
  return jobs
    .filter(({ worker = '' }) => gone.has(worker))
    .map(({ id, post_processor_id, user_id: tenant, worker = '' }) => ({
      ...{ id, post_processor_id, tenant, gone: worker },
    }));
};
