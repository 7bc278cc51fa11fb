import type { Documents } from '@cairn/kernel';
import { JOBS } from './project.js';

/** The id of an import into the version that waits or is under way. */
export const unfinishedImport = async (
  documents: Pick<Documents, 'find'>,
  versionId: string,
): Promise<string | undefined> => {
  for (const status of ['queued', 'running']) {
    const jobs = await documents.find(JOBS, {
      filter: { fields: { version_id: versionId, status } },
      sort: 'created_at',
      limit: 100,
    });
    const job = jobs.find((one) => one['kind'] === 'import' && !isDryRun(one['options']));
    if (job !== undefined) return job.id;
  }
  return undefined;
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
