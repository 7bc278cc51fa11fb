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
