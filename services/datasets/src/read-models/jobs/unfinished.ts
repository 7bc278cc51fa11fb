import type { Documents } from '@cairn/kernel';
import { JOBS } from './project.js';

/** Whether an import into the version is waiting or under way. */
export const unfinishedImports = async (
  documents: Pick<Documents, 'find'>,
  versionId: string,
): Promise<boolean> => {
  for (const status of ['queued', 'running']) {
    const jobs = await documents.find(JOBS, {
      filter: { fields: { version_id: versionId, status } },
      sort: 'created_at',
      limit: 100,
    });
    if (jobs.some((job) => job['kind'] === 'import' && !isDryRun(job['options']))) return true;
  }
  return false;
};

const isDryRun = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'dry_run' in options && options.dry_run === true;

/** Ids of jobs that a worker may take at this time (RFC 3339): those that wait, and those whose worker is gone. */
export const claimableJobs = async (
  documents: Pick<Documents, 'find'>,
  now: string,
): Promise<readonly string[]> => {
  const queued = await documents.find(JOBS, {
    filter: { fields: { status: 'queued' } },
    sort: 'lease_until',
    limit: 100,
  });
  const abandoned = await documents.find(JOBS, {
    filter: { fields: { status: 'running', lease_until: { to: now } } },
    sort: 'lease_until',
    limit: 100,
  });
  return [...queued, ...abandoned].map(({ id }) => id);
};
