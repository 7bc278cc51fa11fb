import type { Backlog, Documents } from '@cairn/kernel';
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

const COUNTED = 1_000;
const LOOKED_AT = 100;

/** How many jobs no worker has taken yet, counted up to a thousand, and since when the oldest of a hundred waits. */
export const waitingJobs = async (documents: Pick<Documents, 'find' | 'count'>): Promise<Backlog> => {
  const filter = { fields: { status: 'queued' } };
  const some = await documents.find(JOBS, { filter, sort: 'lease_until', limit: LOOKED_AT });
  const since = some.map((job) => job['created_at'] as string).sort()[0];
  const waiting = some.length < LOOKED_AT ? some.length : await documents.count(JOBS, filter, COUNTED);
  return { waiting, ...(since === undefined ? {} : { since }) };
};
