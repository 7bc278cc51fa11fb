import {
  isRefusal,
  type Principal,
  type Refusal,
  type ServiceTools,
  timestamp,
  tokensOf,
} from '@cairn/kernel';
import { mayAccess } from '../domain/access.js';
import { dataset } from '../domain/dataset/state.js';
import type { KnownJob } from '../domain/job/state.js';
import { type Parents, visibleVersion } from '../domain/parents.js';
import { datasetVersion, type KnownVersion, type VersionState } from '../domain/version/state.js';

/** The person for whom work is done: it may what that person may now. */
export const requesterOf = (job: KnownJob): Principal => ({
  kind: 'user',
  userId: job.user_id,
  scopes: ['*:*'],
  administrator: false,
  tokens: tokensOf(job.user_id),
});

/** The dataset and the version that a job fills, while the requester may write there (S40); a copy is not complete yet. */
export const parentsOf = async (
  tools: Pick<ServiceTools, 'streams' | 'clock'>,
  job: KnownJob,
): Promise<Parents | Refusal> => {
  const found = (await tools.streams.current(dataset, job.dataset_id)).state;
  const now = timestamp(tools.clock.now());
  const allowed = mayAccess(requesterOf(job), found, 'write', now);
  if (isRefusal(allowed)) return allowed;
  const version = (await tools.streams.current(datasetVersion, job.version_id)).state;
  const visible = visibleVersion(asComplete(version, job), job.dataset_id);
  return isRefusal(visible) ? visible : { dataset: allowed, version: visible };
};

const asComplete = (version: VersionState, job: KnownJob): VersionState =>
  version.status === 'none' || job.kind === 'import'
    ? version
    : ({ ...version, complete: true } satisfies KnownVersion);
